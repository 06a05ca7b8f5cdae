; What keeps a Dart compiler happy.

; Values.
([
  (arguments (_) @replace)
  (assignment_expression right: (_) @replace)
  (field_initializer value: (_) @replace)
  (function_expression_body "=>" (_) @replace)
  (initialized_identifier value: (_) @replace)
  (initialized_variable_declaration value: (_) @replace)
  (list_literal (_) @replace)
  (map_element value: (_) @replace)
  (parenthesized_expression (_) @replace)
  (return_statement (_) @replace)
  (static_final_declaration value: (_) @replace)
  (throw_expression value: (_) @replace)
  (yield_statement (_) @replace)
] (#set! reduce.with "0"))
([
  (arguments (_) @replace)
  (assignment_expression right: (_) @replace)
  (function_body "=>" (_) @replace)
  (initialized_variable_declaration value: (_) @replace)
  (return_statement (_) @replace)
] (#set! reduce.with "null"))
([
  (do_statement condition: (parenthesized_expression (_) @replace))
  (for_statement condition: (_) @replace)
  (if_statement condition: (_) @replace)
  (while_statement condition: (parenthesized_expression (_) @replace))
] (#set! reduce.with "true"))
((string_literal) @replace (#set! reduce.with "''"))

; Bodies: one that never returns needs no value.
((function_body) @replace (#set! reduce.with "{}"))
((function_body) @replace (#set! reduce.with "=> throw 0;") (#set! reduce.everywhere))
(block) @empty

; Types.
([
  (formal_parameter (type) @replace)
  (function_signature return_type: (_) @replace)
  (type_arguments (type) @replace)
  (typed_identifier type: (_) @replace)
] (#set! reduce.with "int"))
(function_signature return_type: (_) @replace (#set! reduce.with "void"))
(formal_parameter (type) @delete name: (_))

; Statements.
([
  (do_statement body: (_) @replace)
  (for_statement body: (_) @replace)
  (if_statement consequence: (_) @replace)
  (if_statement alternative: (_) @replace)
  (while_statement body: (_) @replace)
] (#set! reduce.with "{}"))

; Keep what is evaluated, drop what is done with it.
(return_statement "return" @delete (_))
(await_expression "await" @delete)
(throw_expression "throw" @delete)
(class_declaration superclass: (_) @delete)
(class_declaration interfaces: (_) @delete)
((annotation) @delete (#set! reduce.everywhere))
