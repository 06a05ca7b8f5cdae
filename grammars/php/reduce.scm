; What keeps a PHP interpreter happy.

; Values.
([
  (argument (_) @replace)
  (array_element_initializer (_) @replace .)
  (arrow_function body: (_) @replace)
  (assignment_expression right: (_) @replace)
  (augmented_assignment_expression right: (_) @replace)
  (binary_expression left: (_) @replace)
  (binary_expression right: (_) @replace)
  (cast_expression value: (_) @replace)
  (conditional_expression condition: (_) @replace)
  (conditional_expression body: (_) @replace)
  (conditional_expression alternative: (_) @replace)
  (const_element (name) (_) @replace)
  (echo_statement (_) @replace)
  (match_conditional_expression return_expression: (_) @replace)
  (match_default_expression return_expression: (_) @replace)
  (parenthesized_expression (_) @replace)
  (property_element default_value: (_) @replace)
  (return_statement (_) @replace)
  (simple_parameter default_value: (_) @replace)
  (subscript_expression "[" (_) @replace)
  (unary_op_expression argument: (_) @replace)
] (#set! reduce.with "0"))
([
  (argument (_) @replace)
  (assignment_expression right: (_) @replace)
  (return_statement (_) @replace)
] (#set! reduce.with "null"))
([
  (argument (_) @replace)
  (assignment_expression right: (_) @replace)
  (foreach_statement "(" . (_) @replace)
] (#set! reduce.with "[]"))
((string) @replace (#set! reduce.with "''"))
((encapsed_string) @replace (#set! reduce.with "''"))
((heredoc) @replace (#set! reduce.with "''"))

; Bodies.
(method_declaration body: (compound_statement) @replace (#set! reduce.with ";"))
([
  (if_statement body: (_) @replace)
  (while_statement body: (_) @replace)
  (for_statement body: (_) @replace)
  (foreach_statement body: (_) @replace)
] (#set! reduce.with ";"))
(compound_statement) @empty

; Types.
(function_definition ":" @delete return_type: (_) @delete)
(simple_parameter type: (_) @delete)
(property_declaration type: (_) @delete)

; Keep what is evaluated, drop what is done with it.
(assignment_expression right: (_) @hoist)
(return_statement "return" @delete (_))
(echo_statement "echo" @delete (function_call_expression))
(throw_expression "throw" @delete)
(if_statement "if" @delete condition: (_) body: (_) @replace alternative: (_)* @delete (#set! reduce.with ";"))
(while_statement "while" @delete condition: (_) body: (_) @replace (#set! reduce.with ";"))
(switch_statement "switch" @delete condition: (_) body: (_) @replace (#set! reduce.with ";"))
(try_statement "try" @delete (catch_clause)* @delete (finally_clause)? @delete)

; What stands around the code.
((text) @replace (#set! reduce.with ""))

; What goes from a large file at once.
([
  (function_definition body: (_) @replace)
  (method_declaration body: (_) @replace)
] (#set! reduce.with "{}") (#set! reduce.everywhere))
(property_declaration (property_element "=" @delete (_) @delete .) (#set! reduce.everywhere))
