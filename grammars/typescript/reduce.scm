; What keeps a TypeScript compiler happy.

; Values.
([
  (arguments (expression) @replace)
  (array (expression) @replace)
  (arrow_function body: (_) @replace)
  (binary_expression left: (_) @replace)
  (binary_expression right: (_) @replace)
  (pair value: (_) @replace)
  (parenthesized_expression (expression) @replace)
  (return_statement (expression) @replace)
  (variable_declarator value: (_) @replace)
  (public_field_definition value: (_) @replace)
] (#set! reduce.with "0"))
([
  (arguments (expression) @replace)
  (return_statement (expression) @replace)
  (variable_declarator value: (_) @replace)
  (public_field_definition value: (_) @replace)
] (#set! reduce.with "null!"))
(variable_declarator value: (_) @replace (#set! reduce.with "{}"))
(variable_declarator value: (_) @replace (#set! reduce.with "[]"))

; Types.
([
  (type_annotation (_) @replace)
  (type_arguments (_) @replace)
  (type_alias_declaration value: (_) @replace)
  (constraint (_) @replace)
  (as_expression (_) . (_) @replace)
  (array_type (_) @replace)
  (union_type (_) @replace)
  (intersection_type (_) @replace)
] (#set! reduce.with "any"))
([
  (type_annotation (_) @replace)
  (type_alias_declaration value: (_) @replace)
] (#set! reduce.with "{}"))
(function_type return_type: (_) @replace (#set! reduce.with "any"))
(class_heritage (extends_clause) @delete)
(class_heritage (implements_clause) @delete)

; Keep what is evaluated, drop what is done with it.
(lexical_declaration kind: _ @delete . (variable_declarator name: (_) @delete !type "=" @delete) .)
(return_statement "return" @delete (expression))
(export_statement "export" @delete "default"? @delete declaration: (_))
(ambient_declaration "declare" @delete . (declaration))
(as_expression . (_) @hoist)
(satisfies_expression . (_) @hoist)
(non_null_expression (_) @hoist)
(await_expression (_) @hoist)
(accessibility_modifier) @delete
((decorator) @delete (#set! reduce.everywhere))
(function_declaration "async" @delete)

; What goes from a large file at once.
; A body that throws needs no value; constructors call others.
(function_declaration body: (_) @replace (#set! reduce.with "{throw 0}") (#set! reduce.everywhere))
((method_definition name: (_) @_name body: (_) @replace)
 (#not-match? @_name "^constructor$")
 (#set! reduce.with "{throw 0}")
 (#set! reduce.everywhere))
(public_field_definition type: (_) "=" @delete value: (_) @delete (#set! reduce.everywhere))
