; What keeps a GraphQL server happy.

([
  (argument (value) @replace)
  (default_value (value) @replace)
  (list_value (value) @replace)
  (object_field (value) @replace)
] (#set! reduce.with "0"))
([
  (field_definition (type) @replace)
  (input_value_definition (type) @replace)
  (variable_definition (type) @replace)
] (#set! reduce.with "Int"))
(operation_definition (operation_type) @delete (name) @delete . (variable_definitions) @delete . (directives) @delete (selection_set))
