; What keeps a Lua interpreter happy.

; Values.
([
  (arguments "(" (_) @replace)
  (binary_expression left: (_) @replace)
  (binary_expression right: (_) @replace)
  (bracket_index_expression field: (_) @replace)
  (elseif_statement condition: (_) @replace)
  (expression_list (_) @replace)
  (field value: (_) @replace)
  (for_numeric_clause start: (_) @replace)
  (for_numeric_clause end: (_) @replace)
  (if_statement condition: (_) @replace)
  (parenthesized_expression (_) @replace)
  (repeat_statement condition: (_) @replace)
  (unary_expression operand: (_) @replace)
] (#set! reduce.with "0"))
([
  (arguments "(" (_) @replace)
  (expression_list (_) @replace)
  (repeat_statement condition: (_) @replace)
  (while_statement condition: (_) @replace)
] (#set! reduce.with "nil"))
([
  (arguments "(" (_) @replace)
  (expression_list (_) @replace)
  (for_generic_clause (expression_list (_) @replace))
] (#set! reduce.with "{}"))
((string) @replace (#set! reduce.with "''"))

; Keep what is evaluated, drop what is done with it: `local x = f()` to `f()`, `return f()` to `f()`.
(variable_declaration "local" @delete (assignment_statement (variable_list) @delete "=" @delete (expression_list . (function_call) .)))
(block (assignment_statement (variable_list) @delete "=" @delete (expression_list . (function_call) .)))
(chunk (assignment_statement (variable_list) @delete "=" @delete (expression_list . (function_call) .)))
(return_statement "return" @delete (expression_list . (function_call) .))
(if_statement "if" @replace condition: (_) @delete "then" @delete alternative: (_)* @delete (#set! reduce.with "do"))
(while_statement "while" @delete condition: (_) @delete)
(for_statement "for" @delete clause: (_) @delete)
(function_declaration name: (dot_index_expression table: (_) @delete "." @delete))
