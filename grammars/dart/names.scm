; What names mean in Dart: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (function_declaration)
  (method_declaration)
  (local_function_declaration)
  (function_expression)
  (block)
  (for_statement)
] @scope
[
  (class_body)
  (extension_body)
  (enum_body)
] @scope.open

; What introduces names.
[
  (class_declaration)
  (mixin_declaration)
  (extension_declaration)
  (enum_declaration)
  (enum_entry)
  (type_alias)
  (function_declaration)
  (method_declaration)
  (local_function_declaration)
  (initialized_variable_declaration)
  (initialized_identifier)
  (static_final_declaration)
  (formal_parameter)
  (type_parameter)
] @definition
(local_variable_declaration . (initialized_variable_declaration) .) @definition.outer
(static_final_declaration_list . (static_final_declaration) .) @definition.outer
(initialized_identifier_list . (initialized_identifier) .) @definition.outer

(class_declaration name: (_) @name.type body: (_) @fields)
(mixin_declaration name: (_) @name.type body: (_) @fields)
(extension_declaration name: (_) @name.type body: (_) @fields)
(enum_declaration name: (_) @name.type body: (_) @fields)
(enum_entry name: (_) @name.member)
(type_alias (type_identifier) @name.type)
(function_signature name: (_) @name.function parameters: (formal_parameter_list) @parameters)
(function_declaration body: (_) @body) @definition
(method_declaration body: (_) @body) @definition
(initialized_variable_declaration name: (_) @name.value)
(initialized_variable_declaration value: (_) @value) @definition
(initialized_identifier name: (_) @name.value)
(static_final_declaration name: (_) @name.value value: (_) @value)
(formal_parameter name: (_) @name.parameter)
(type_parameter name: (_) @name.generic)
(catch_clause exception: (_) @name.value @definition)

; Members.
(member_expression property: (_) @qualified)
(assignable_expression property: (_) @member)

; Uses with a list of things for the parameters.
(call_expression function: (identifier) @callee arguments: (_) @arguments) @call
(call_expression function: (member_expression property: (_) @callee) arguments: (_) @arguments) @call
