; What keeps a Swift compiler happy.

; Values.
([
  (additive_expression lhs: (_) @replace)
  (additive_expression rhs: (_) @replace)
  (array_literal element: (_) @replace)
  (assignment result: (_) @replace)
  (comparison_expression rhs: (_) @replace)
  (control_transfer_statement "return" result: (_) @replace)
  (equality_expression rhs: (_) @replace)
  (init_declaration default_value: (_) @replace)
  (multiplicative_expression rhs: (_) @replace)
  (property_declaration value: (_) @replace)
  (switch_statement expr: (_) @replace)
  (ternary_expression if_true: (_) @replace)
  (ternary_expression if_false: (_) @replace)
  (tuple_expression value: (_) @replace)
  (value_argument value: (_) @replace)
] (#set! reduce.with "0"))
([
  (assignment result: (_) @replace)
  (control_transfer_statement "return" result: (_) @replace)
  (property_declaration value: (_) @replace)
  (value_argument value: (_) @replace)
] (#set! reduce.with "fatalError()"))
([
  (assignment result: (_) @replace)
  (control_transfer_statement "return" result: (_) @replace)
  (value_argument value: (_) @replace)
] (#set! reduce.with "nil"))
([
  (for_statement collection: (_) @replace)
  (property_declaration value: (_) @replace)
  (value_argument value: (_) @replace)
] (#set! reduce.with "[]"))
([
  (if_statement condition: (equality_expression) @replace)
  (repeat_while_statement condition: (_) @replace)
  (ternary_expression condition: (_) @replace)
  (while_statement condition: (_) @replace)
] (#set! reduce.with "true"))
((line_string_literal) @replace (#set! reduce.with "\"\""))
((multi_line_string_literal) @replace (#set! reduce.with "\"\""))

; Bodies: one that never returns needs no value.
(function_body) @empty
((function_body) @replace (#set! reduce.with "{ fatalError() }") (#set! reduce.everywhere))
(function_declaration "->" @delete name: (_) @delete body: (function_body) @replace (#set! reduce.with "{}"))
(class_body) @empty
((lambda_literal) @replace (#set! reduce.with "{}"))

; Types.
([
  (parameter [(user_type) (array_type) (function_type)] @replace)
  (type_annotation [(user_type) (array_type) (optional_type) (dictionary_type)] @replace)
  (array_type (user_type) @replace)
  (function_type (user_type) @replace)
  (optional_type (user_type) @replace)
  (tuple_type_item (user_type) @replace)
  (typealias_declaration "=" (dictionary_type) @replace)
] (#set! reduce.with "Int"))
([
  (parameter [(user_type) (array_type) (function_type)] @replace)
  (type_annotation [(user_type) (array_type) (optional_type) (dictionary_type)] @replace)
] (#set! reduce.with "Any"))

; Keep what is evaluated, drop what is done with it.
(statements (property_declaration . (value_binding_pattern) @delete . name: (_) @delete . (type_annotation)? @delete . "=" @delete . value: (call_expression) .))
(assignment result: (_) @hoist)
(control_transfer_statement "return" @delete result: (_))
(if_statement "if" @replace . condition: (equality_expression) @delete (else)? @delete (if_statement)? @delete (#set! reduce.with "do"))
(try_expression (try_operator) @delete)
(await_expression "await" @delete)
(do_statement (catch_block) @delete)

; Words that say more about a definition than it needs.
(modifiers) @delete
(class_declaration ":" @delete . (inheritance_specifier) @delete . body: (_))
(class_declaration declaration_kind: "class" @replace (#set! reduce.with "struct"))
