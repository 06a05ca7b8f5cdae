; What keeps a Go compiler happy. It minds what is unused, so values are replaced rather than dropped.
([
  (argument_list (_expression) @replace)
  (assignment_statement right: (expression_list (_) @replace))
  (short_var_declaration right: (expression_list (_) @replace))
  (binary_expression left: (_) @replace)
  (binary_expression right: (_) @replace)
  (const_spec value: (expression_list (_) @replace))
  (var_spec value: (expression_list (_) @replace))
  (index_expression index: (_) @replace)
  (parenthesized_expression (_expression) @replace)
  (return_statement (expression_list (_) @replace))
  (unary_expression operand: (_) @replace)
  (keyed_element (literal_element) . (literal_element) @replace)
  (expression_switch_statement value: (_) @replace)
  (for_statement (range_clause right: (_) @replace))
] (#set! reduce.with "0"))
([
  (argument_list (_expression) @replace)
  (return_statement (expression_list (_) @replace))
  (assignment_statement right: (expression_list (_) @replace))
] (#set! reduce.with "nil"))
([
  (if_statement condition: (_) @replace)
] (#set! reduce.with "true"))
((interpreted_string_literal) @replace (#set! reduce.with "\"\""))
((raw_string_literal) @replace (#set! reduce.with "\"\""))

; Bodies: one that never returns needs no value. An import that nothing uses is an error.
([
  (function_declaration body: (block) @replace)
  (method_declaration body: (block) @replace)
] (#set! reduce.with "{for{}}") (#set! reduce.everywhere) (#set! reduce.imports))
(func_literal body: (block) @replace (#set! reduce.with "{for{}}"))
(function_declaration result: (_) @delete body: (block) @replace (#set! reduce.with "{}"))
(method_declaration result: (_) @delete body: (block) @replace (#set! reduce.with "{}"))
(function_declaration body: (block) @delete)

; Types.
([
  (parameter_declaration type: (_) @replace)
  (variadic_parameter_declaration type: (_) @replace)
  (field_declaration type: (_) @replace)
  (var_spec type: (_) @replace)
  (function_declaration result: (_) @replace)
  (method_declaration result: (_) @replace)
  (type_spec type: (_) @replace)
  (type_alias type: (_) @replace)
  (map_type key: (_) @replace)
  (map_type value: (_) @replace)
  (slice_type element: (_) @replace)
  (pointer_type (_) @replace)
  (type_arguments (_) @replace)
] (#set! reduce.with "int"))
(type_parameter_declaration type: (_) @replace (#set! reduce.with "any"))

; Keep what is evaluated, drop what is done with it.
(short_var_declaration left: (_) @delete ":=" @delete)
(assignment_statement left: (_) @replace (#set! reduce.with "_"))
(return_statement "return" @delete (expression_list))
(expression_statement (call_expression
  function: (_) @replace
  arguments: (argument_list "(" @delete . (_) . ")" @delete)
  (#set! reduce.with "_ =")))
(if_statement "if" @delete !initializer condition: (_) consequence: (_) @delete !alternative)
(go_statement "go" @delete)
(defer_statement "defer" @delete)
(method_declaration receiver: (_) @delete)

; What goes from a large file at once.
(var_spec type: (_) "=" @delete value: (_) @delete (#set! reduce.everywhere) (#set! reduce.imports))
