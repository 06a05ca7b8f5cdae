; What keeps Bazel happy.

; A block must hold a statement, though the grammar takes an empty one.
((block) @replace (#set! reduce.with "pass"))

; Values.
([
  (argument_list (_) @replace)
  (assignment right: (_) @replace)
  (binary_operator left: (_) @replace)
  (binary_operator right: (_) @replace)
  (boolean_operator right: (_) @replace)
  (conditional_expression (_) @replace)
  (default_parameter value: (_) @replace)
  (dictionary_comprehension body: (pair value: (_) @replace))
  (for_in_clause right: (_) @replace)
  (for_statement right: (_) @replace)
  (if_statement condition: (_) @replace)
  (elif_clause condition: (_) @replace)
  (keyword_argument value: (_) @replace)
  (lambda body: (_) @replace)
  (list (_) @replace)
  (list_comprehension body: (_) @replace)
  (pair value: (_) @replace)
  (return_statement (_) @replace)
] (#set! reduce.with "0"))
([
  (assignment right: (_) @replace)
  (for_statement right: (_) @replace)
  (for_in_clause right: (_) @replace)
  (keyword_argument value: (_) @replace)
  (return_statement (_) @replace)
] (#set! reduce.with "[]"))
((string) @replace (#set! reduce.with "''"))

; Keep what is evaluated, drop what is done with it.
(expression_statement (assignment right: (call) @hoist))
(return_statement (list) @hoist)
(if_statement "if" @delete condition: (_) ":" @delete consequence: (_) @delete alternative: (_)* @delete)
