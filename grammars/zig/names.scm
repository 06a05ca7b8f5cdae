; What names mean in Zig: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (function_declaration)
  (block)
  (for_statement)
  (switch_case)
  (if_statement)
] @scope
[
  (struct_declaration)
  (enum_declaration)
  (union_declaration)
] @scope.open

; What introduces names.
[
  (function_declaration)
  (variable_declaration)
  (container_field)
  (parameter)
] @definition

(function_declaration name: (_) @name.function (parameters) @parameters)
(function_declaration body: (_) @body) @definition
(function_declaration type: (_) @result) @definition
(variable_declaration "const" . (identifier) @name.value)
(variable_declaration "var" . (identifier) @name.value)
(variable_declaration "=" (_) @value) @definition
(container_field name: (_) @name.member)
(container_field type: (_) @result) @definition
(parameter name: (_) @name.parameter)
(parameter type: (_) @result) @definition
(payload (identifier) @name.value @definition)

; Members.
(field_expression member: (_) @qualified)
