
; What C++ adds to C.
[
  (lambda_expression)
  (for_range_loop)
  (template_declaration)
] @scope
[
  (namespace_definition)
  (class_specifier body: (_))
] @scope.open
[
  (template_declaration)
  (alias_declaration)
  (using_declaration)
  (namespace_definition)
  (namespace_alias_definition)
  (optional_parameter_declaration)
  (type_parameter_declaration)
  (optional_type_parameter_declaration)
  (concept_definition)
] @definition

(reference_declarator (identifier) @name.value)
(parameter_declaration declarator: (reference_declarator (identifier) @name.parameter))
(optional_parameter_declaration declarator: (identifier) @name.parameter)
(for_range_loop declarator: (identifier) @name.value)
(structured_binding_declarator (identifier) @name.value)
(class_specifier name: (type_identifier) @name.type body: (_) @fields)
(alias_declaration name: (_) @name.type type: (_) @value)
(using_declaration (qualified_identifier name: (_) @name.import))
(namespace_definition name: (_) @name.module)
(namespace_alias_definition name: (_) @name.module)
(concept_definition name: (_) @name.type)
(type_parameter_declaration (type_identifier) @name.generic)
(optional_type_parameter_declaration name: (type_identifier) @name.generic)
(function_declarator declarator: (field_identifier) @name.member parameters: (_) @parameters)
(function_declarator declarator: (qualified_identifier name: (identifier) @name.member) parameters: (_) @parameters)
(qualified_identifier name: (_) @member)
(call_expression function: (field_expression field: (field_identifier) @callee) arguments: (_) @arguments) @call
(call_expression function: (qualified_identifier name: (identifier) @callee) arguments: (_) @arguments) @call
(call_expression function: (template_function name: (identifier) @callee) arguments: (_) @arguments) @call
(template_type name: (_) @callee arguments: (_) @arguments.generics) @call
(template_function name: (_) @callee arguments: (_) @arguments.generics) @call

; Types and constants that a template is given.
(template_declaration parameters: (_) @generics) @definition
(template_declaration parameters: (_) @generics [(function_definition) (declaration) (alias_declaration)] @definition)
