; What keeps Nix happy.

([
  (apply_expression argument: (_) @replace)
  (binary_expression left: (_) @replace)
  (binary_expression right: (_) @replace)
  (binding expression: (_) @replace)
  (formal default: (_) @replace)
  (function_expression body: (_) @replace)
  (if_expression consequence: (_) @replace)
  (if_expression alternative: (_) @replace)
  (interpolation expression: (_) @replace)
  (let_expression body: (_) @replace)
  (list_expression element: (_) @replace)
] (#set! reduce.with "0"))
([
  (apply_expression argument: (_) @replace)
  (binding expression: (_) @replace)
  (with_expression environment: (_) @replace)
] (#set! reduce.with "{}"))
([
  (assert_expression condition: (_) @replace)
  (if_expression condition: (_) @replace)
] (#set! reduce.with "true"))
((string_expression) @replace (#set! reduce.with "\"\""))
((indented_string_expression) @replace (#set! reduce.with "\"\""))
(function_expression formals: (_) @replace . ":" (#set! reduce.with "a"))
