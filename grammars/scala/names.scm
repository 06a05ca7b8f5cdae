; What names mean in Scala: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (function_definition)
  (function_declaration)
  (lambda_expression)
  (block)
  (case_clause)
  (for_expression)
] @scope
(template_body) @scope.open

; What introduces names.
[
  (class_definition)
  (object_definition)
  (trait_definition)
  (type_definition)
  (function_definition)
  (function_declaration)
  (val_definition)
  (val_declaration)
  (var_definition)
  (parameter)
  (class_parameter)
  (binding)
] @definition

(class_definition name: (_) @name.type)
(class_definition class_parameters: (_) @parameters) @definition
(class_definition body: (_) @body) @definition
(object_definition name: (_) @name.type)
(object_definition body: (_) @body) @definition
(trait_definition name: (_) @name.type)
(trait_definition body: (_) @body) @definition
(type_definition name: (_) @name.type)
(function_definition name: (identifier) @name.function)
(function_definition parameters: (parameters) @parameters) @definition
(function_definition body: (_) @body) @definition
(function_definition return_type: (_) @result) @definition
(function_declaration name: (identifier) @name.function)
(function_declaration parameters: (parameters) @parameters) @definition
(function_declaration return_type: (_) @result) @definition
(val_definition pattern: (identifier) @name.value value: (_) @value)
(val_definition pattern: (tuple_pattern (identifier) @name.value))
(val_declaration name: (_) @name.value)
(var_definition pattern: (identifier) @name.value value: (_) @value)
(parameter name: (_) @name.parameter)
(parameter type: (_) @result) @definition
(class_parameter name: (_) @name.parameter)
(class_parameter type: (_) @result) @definition
(binding name: (_) @name.parameter)
(enumerator . (identifier) @name.value)
((case_clause pattern: (identifier) @name.value) (#lower? @name.value))
(typed_pattern pattern: (identifier) @name.value)
(import_declaration (namespace_selectors (identifier) @name.import @definition))
(arrow_renamed_identifier name: (_) @value alias: (_) @name.import) @definition

; Members.
(field_expression field: (_) @qualified)

; Uses with a list of things for the parameters.
(call_expression function: (identifier) @callee arguments: (arguments) @arguments) @call
(call_expression function: (field_expression field: (_) @callee) arguments: (arguments) @arguments) @call
(instance_expression (type_identifier) @callee arguments: (_) @arguments) @call
