; What keeps a GLSL compiler happy, beyond what C says.

([
  (declaration type: (_) @replace)
  (field_declaration type: (_) @replace)
  (function_definition type: (_) @replace)
  (parameter_declaration type: (_) @replace)
] (#set! reduce.with "float"))
([
  (argument_list (expression) @replace)
  (assignment_expression right: (_) @replace)
  (binary_expression left: (_) @replace)
  (binary_expression right: (_) @replace)
  (init_declarator "=" value: (_) @replace)
  (return_statement (expression) @replace)
] (#set! reduce.with "0."))
(layout_specification) @delete
(field_expression argument: (_) @hoist)
