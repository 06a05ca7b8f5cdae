; What names mean in Julia: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (function_definition)
  (macro_definition)
  (for_statement)
  (while_statement)
  (let_statement)
  (do_clause)
  (arrow_function_expression)
  (comprehension_expression)
] @scope
(module_definition) @scope.open

; What introduces names.
[
  (function_definition)
  (macro_definition)
  (struct_definition)
  (abstract_definition)
  (module_definition)
  (assignment)
] @definition

(function_definition (signature (call_expression . (identifier) @name.function (argument_list) @parameters)))
(function_definition (signature (typed_expression . (call_expression . (identifier) @name.function (argument_list) @parameters))))
(struct_definition (type_head (identifier) @name.type))
(struct_definition (type_head (binary_expression . (identifier) @name.type)))
(abstract_definition (type_head (identifier) @name.type))
(module_definition name: (_) @name.module)
(assignment . (identifier) @name.value (operator) (_) @value)
(assignment . (call_expression . (identifier) @name.function (argument_list) @parameters) (operator) (_) @body)
(for_binding . (identifier) @name.value @definition)
(for_binding . (tuple_expression (identifier) @name.value @definition))
(catch_clause (identifier) @name.value @definition)
(arrow_function_expression . (identifier) @name.parameter @definition)

; Members.
(field_expression (identifier) @member .)
