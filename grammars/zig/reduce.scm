; What keeps a Zig compiler happy. It minds what is unused, so values are replaced rather than dropped.

; Values: `undefined` has every type.
([
  (arguments (_) @replace)
  (assignment_expression right: (_) @replace)
  (binary_expression left: (_) @replace)
  (binary_expression right: (_) @replace)
  (call_expression function: (_) (_) @replace)
  (index_expression index: (_) @replace)
  (initializer_list (_) @replace)
  (return_expression (_) @replace)
  (variable_declaration "=" (_) @replace)
  (container_field "=" (_) @replace)
] (#set! reduce.with "0"))
([
  (call_expression function: (_) (_) @replace)
  (return_expression (_) @replace)
  (variable_declaration "=" (_) @replace)
] (#set! reduce.with "undefined"))
([
  (if_statement condition: (_) @replace)
  (while_statement condition: (_) @replace)
  (if_expression condition: (_) @replace)
] (#set! reduce.with "true"))
((string) @replace (#set! reduce.with "\"\""))

; Bodies: one that never returns needs no value.
(function_declaration body: (block) @replace (#set! reduce.with "{unreachable;}") (#set! reduce.everywhere))
(block) @empty

; Types.
([
  (parameter type: (_) @replace)
  (container_field type: (_) @replace)
  (function_declaration type: (_) @replace)
  (variable_declaration type: (_) @replace)
  (nullable_type (_) @replace)
  (slice_type (builtin_type) @replace)
] (#set! reduce.with "u8"))
(parameter type: (_) @replace (#set! reduce.with "anytype"))
(function_declaration type: (_) @replace (#set! reduce.with "void"))

; Keep what is evaluated, drop what is done with it.
(expression_statement (return_expression "return" @delete (binary_expression)))
(try_expression "try" @delete)
(defer_statement "defer" @delete)
(errdefer_statement "errdefer" @delete)
(comptime_statement "comptime" @delete)
(labeled_statement (block_label) @delete)
(function_declaration "inline" @delete)
