; What names mean in OCaml: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (let_binding)
  (let_expression)
  (fun_expression)
  (match_case)
  (for_expression)
] @scope
[
  (structure)
  (signature)
] @scope.open

; What introduces names.
[
  (let_binding)
  (external)
  (value_specification)
  (type_binding)
  (constructor_declaration)
  (field_declaration)
  (module_binding)
  (module_type_definition)
  (class_binding)
  (exception_definition)
] @definition
(value_definition . (let_binding) .) @definition.outer
(type_definition . (type_binding) .) @definition.outer
(module_definition . (module_binding) .) @definition.outer

(let_binding pattern: (value_name) @name.value body: (_) @value)
(external . (value_name) @name.value)
(value_specification . (value_name) @name.value)
(type_binding name: (type_constructor) @name.type)
(type_binding body: (_) @value) @definition
(constructor_declaration . (constructor_name) @name.member)
(field_declaration (field_name) @name.member)
(module_binding . (module_name) @name.module)
(module_binding body: (_) @body) @definition
(module_type_definition (module_type_name) @name.type)
(class_binding . (class_name) @name.type)
(parameter pattern: (value_pattern) @name.parameter @definition)
(parameter pattern: (typed_pattern pattern: (value_pattern) @name.parameter @definition))
(match_case pattern: (value_pattern) @name.value @definition)
(cons_pattern (value_pattern) @name.value @definition)
(tuple_pattern (value_name) @name.value @definition)
(constructor_pattern pattern: (value_pattern) @name.value @definition)
(alias_pattern alias: (value_pattern) @name.value @definition)
(for_expression name: (value_pattern) @name.value)

; Members.
(field_get_expression field: (field_path (field_name) @member))
(field_expression . (field_path (field_name) @member))
(field_pattern . (field_path (field_name) @member))
(constructor_path (constructor_name) @qualified)
(value_path (module_path) (value_name) @qualified)
