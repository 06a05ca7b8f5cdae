; What keeps a Fortran compiler happy.

; Values.
([
  (argument_list (_) @replace)
  (array_literal (_) @replace)
  (assignment_statement right: (_) @replace)
  (init_declarator right: (_) @replace)
  (keyword_argument value: (_) @replace)
  (loop_control_expression "=" (_) @replace)
  (math_expression left: (_) @replace)
  (math_expression right: (_) @replace)
  (output_item_list (_) @replace)
  (relational_expression left: (_) @replace)
  (relational_expression right: (_) @replace)
  (selector (_) @replace)
  (size (_) @replace)
] (#set! reduce.with "1"))
([
  (parenthesized_expression (relational_expression) @replace)
  (logical_expression left: (_) @replace)
  (logical_expression right: (_) @replace)
] (#set! reduce.with ".true."))
((string_literal) @replace (#set! reduce.with "''"))

; Types and what a declaration need not say.
(variable_declaration type: (_) @replace (#set! reduce.with "real"))
(function_statement type: (_) @delete)
(procedure_qualifier) @delete
(function_result) @delete
(end_function_statement (name) @delete)
(end_module_statement (name) @delete)
(end_program_statement (name) @delete)
(end_subroutine_statement (name) @delete)
(end_type_statement (name) @delete)
(end_do_loop_statement (block_label) @delete)
(use_statement (included_items) @delete)
(derived_type_statement "," @delete . (abstract_specifier) @delete)

; Keep what is evaluated, drop what is done with it.
(if_statement "if" @delete . (parenthesized_expression) @delete . (keyword_statement))
