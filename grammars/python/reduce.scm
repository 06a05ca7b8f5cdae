; What keeps a Python interpreter, linter or type-checker happy.

; A block must hold a statement, though the grammar takes an empty one.
((block) @replace (#set! reduce.with "pass"))
((pass_statement) @replace (#set! reduce.with "0"))

; Values.
([
  (argument_list (expression) @replace)
  (assignment right: (_) @replace)
  (augmented_assignment right: (_) @replace)
  (binary_operator left: (_) @replace)
  (binary_operator right: (_) @replace)
  (boolean_operator left: (_) @replace)
  (boolean_operator right: (_) @replace)
  (call function: (_) @replace)
  (comparison_operator (_) @replace)
  (conditional_expression (_) @replace)
  (default_parameter value: (_) @replace)
  (typed_default_parameter value: (_) @replace)
  (typed_parameter type: (_) @replace)
  (function_definition return_type: (_) @replace)
  (for_in_clause right: (_) @replace)
  (for_statement right: (_) @replace)
  (generator_expression body: (_) @replace)
  (if_statement condition: (_) @replace)
  (elif_clause condition: (_) @replace)
  (while_statement condition: (_) @replace)
  (interpolation expression: (_) @replace)
  (keyword_argument value: (_) @replace)
  (lambda body: (_) @replace)
  (list (expression) @replace)
  (list_comprehension body: (_) @replace)
  (match_statement subject: (_) @replace)
  (not_operator argument: (_) @replace)
  (pair value: (_) @replace)
  (parenthesized_expression (expression) @replace)
  (raise_statement (expression) @replace)
  (return_statement (_) @replace)
  (subscript value: (_) @replace)
  (subscript subscript: (_) @replace)
  (tuple (expression) @replace)
  (unary_operator argument: (_) @replace)
  (with_item value: (_) @replace)
  (yield (expression) @replace)
] (#set! reduce.with "0"))
([
  (assignment right: (_) @replace)
  (for_statement right: (_) @replace)
  (for_in_clause right: (_) @replace)
  (return_statement (_) @replace)
  (argument_list (expression) @replace)
] (#set! reduce.with "[]"))
((string) @replace (#set! reduce.with "''"))
((concatenated_string) @replace (#set! reduce.with "''"))
(case_clause (case_pattern) @replace (#set! reduce.with "_"))

; What is only read, or called without a use for its value, may as well be a class.
((function_definition . "def" @replace parameters: (_) @delete !return_type) (#set! reduce.with "class"))

; What is not in something is not.
((comparison_operator (_) @delete "not in" @replace . (_)) (#set! reduce.with "not"))

; Keep what is evaluated, drop what is done with it.
(expression_statement (assignment right: (expression) @hoist))
(return_statement (expression) @hoist)
(assert_statement (expression) @hoist)
(if_statement "if" @delete condition: (_) ":" @delete consequence: (_) @delete alternative: (_)* @delete)
(while_statement "while" @delete condition: (_) ":" @delete body: (_) @delete alternative: (_)? @delete)
(await (_) @hoist)
(raise_statement "raise" @delete (expression))

; What the grammar ties to its place.
(function_definition "async" @delete)
(decorated_definition (decorator) @delete)
(global_statement) @delete

; What goes from a large file at once.
(function_definition body: (block) @replace (#set! reduce.with "pass") (#set! reduce.everywhere))
((decorator) @delete (#set! reduce.everywhere))
