; What keeps an Ada compiler happy.

; Values.
([
  (array_component_association (expression) @replace)
  (assignment_statement (expression) @replace)
  (case_statement (expression) @replace)
  (object_declaration (expression) @replace)
  (parameter_association (expression) @replace)
  (parameter_specification (expression) @replace)
  (range_g (term) @replace)
  (record_component_association_list (expression) @replace)
  (simple_return_statement (expression) @replace)
] (#set! reduce.with "0"))
([
  (elsif_statement_item condition: (_) @replace)
  (exit_statement condition: (_) @replace)
  (if_expression condition: (_) @replace)
  (if_statement condition: (_) @replace)
  (iteration_scheme condition: (_) @replace)
] (#set! reduce.with "True"))

; A sequence must hold a statement.
((sequence_of_statements) @replace (#set! reduce.with "null;"))

; Types.
([
  (component_definition subtype_mark: (_) @replace)
  (object_declaration subtype_mark: (_) @replace)
  (parameter_specification subtype_mark: (_) @replace)
  (result_profile subtype_mark: (_) @replace)
] (#set! reduce.with "Integer"))

; What a definition need not say.
(subprogram_body endname: (_) @delete)
(package_body endname: (_) @delete)
(task_definition endname: (_) @delete)
(non_empty_mode) @delete
(object_declaration ":=" @delete . (expression) @delete)
(parameter_specification ":=" @delete . (expression) @delete)
(component_declaration ":=" @delete . (expression) @delete)

; What holds others may go from around them.
(block_statement "declare" @delete (non_empty_declarative_part) @delete)
