; What keeps an R interpreter happy.

; Values.
([
  (argument value: (_) @replace)
  (binary_operator lhs: (_) @replace)
  (binary_operator rhs: (_) @replace)
  (for_statement sequence: (_) @replace)
  (function_definition body: (_) @replace)
  (if_statement consequence: (_) @replace)
  (if_statement alternative: (_) @replace)
  (parameter default: (_) @replace)
  (parenthesized_expression body: (_) @replace)
  (unary_operator rhs: (_) @replace)
] (#set! reduce.with "0"))
([
  (argument value: (_) @replace)
  (binary_operator rhs: (_) @replace)
  (function_definition body: (_) @replace)
] (#set! reduce.with "NULL"))
([
  (if_statement condition: (_) @replace)
  (while_statement condition: (_) @replace)
] (#set! reduce.with "TRUE"))
((string) @replace (#set! reduce.with "''"))
(braced_expression) @empty

; Keep what is evaluated, drop what is done with it.
(while_statement body: (_) @hoist)
(for_statement body: (_) @hoist)
(repeat_statement body: (_) @hoist)
(namespace_operator rhs: (_) @hoist)
