; What keeps a Julia compiler happy.

; Values.
([
  (argument_list (_) @replace)
  (arrow_function_expression "->" (_) @replace)
  (assignment (operator) (_) @replace)
  (binary_expression . (_) @replace)
  (binary_expression (operator) (_) @replace)
  (compound_assignment_expression (operator) (_) @replace)
  (for_binding (operator) (_) @replace)
  (return_statement (_) @replace)
  (tuple_expression (_) @replace)
  (vector_expression (_) @replace)
] (#set! reduce.with "0"))
([
  (argument_list (_) @replace)
  (assignment (operator) (_) @replace)
  (return_statement (_) @replace)
] (#set! reduce.with "nothing"))
([
  (if_statement condition: (_) @replace)
  (elseif_clause condition: (_) @replace)
  (while_statement condition: (_) @replace)
] (#set! reduce.with "true"))
((string_literal) @replace (#set! reduce.with "\"\""))

; What a definition need not say.
(typed_expression (_) "::" @delete (_) @delete)
(where_expression (call_expression) "where" @delete (_) @delete)
(struct_definition "mutable" @delete)
(const_statement "const" @delete)

; Keep what is evaluated, drop what is done with it.
(return_statement "return" @delete (_))
(module_definition "module" @replace name: (_) @delete (#set! reduce.with "begin"))
(if_statement "if" @replace condition: (_) @delete alternative: (_)* @delete (#set! reduce.with "begin"))
(while_statement "while" @replace condition: (_) @delete (#set! reduce.with "begin"))
(let_statement "let" @replace . (let_binding) @delete . "," @delete . (let_binding) @delete (#set! reduce.with "begin"))
(try_statement "try" @replace (catch_clause)? @delete (finally_clause)? @delete (#set! reduce.with "begin"))
