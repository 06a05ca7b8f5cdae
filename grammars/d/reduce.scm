; What keeps a D compiler happy.

; Values.
([
  (array_literal value: (_) @replace)
  (assignment_expression operator: _ (_) @replace .)
  (auto_declaration value: (_) @replace)
  (declarator "=" (_) @replace)
  (equal_expression operator: _ (_) @replace .)
  (expression (_) @replace)
  (manifest_declarator "=" (_) @replace)
  (mul_expression operator: _ (_) @replace .)
  (named_argument (_) @replace)
] (#set! reduce.with "0"))
([
  (auto_declaration value: (_) @replace)
  (named_argument (_) @replace)
  (return_statement (expression) @replace)
] (#set! reduce.with "null"))
([
  (do_statement condition: (_) @replace)
  (for_statement test: (_) @replace)
  (if_condition (binary_expression) @replace)
] (#set! reduce.with "true"))
((string_literal) @replace (#set! reduce.with "\"\""))

; Bodies: one that never returns needs no value.
((function_body) @replace (#set! reduce.with "{for(;;){}}") (#set! reduce.everywhere))
((function_body) @replace (#set! reduce.with ";"))
(block_statement) @empty
(aggregate_body) @empty
((scope_statement) @replace (#set! reduce.with "{}"))

; Types.
([
  (parameter (type) @replace)
  (variable_declaration (type) @replace)
  (cast_expression (type) @replace)
  (template_argument (type) @replace)
  (function_declaration (type) @replace)
] (#set! reduce.with "int"))
(function_declaration (type) @replace (#set! reduce.with "void"))

; What a definition need not say.
(constraint) @delete
(member_function_attribute) @delete

; Keep what is evaluated, drop what is done with it.
(return_statement (return) @delete (expression))
(synchronized_statement (synchronized) @delete)
(with_statement (with) @delete "(" @delete (expression) @delete ")" @delete)
