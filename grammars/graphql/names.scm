; What names mean in GraphQL. All can be named from everywhere.

[
  (object_type_definition)
  (interface_type_definition)
  (union_type_definition)
  (enum_type_definition)
  (input_object_type_definition)
  (scalar_type_definition)
  (fragment_definition)
  (directive_definition)
] @definition
(object_type_definition (name) @name.type)
(interface_type_definition (name) @name.type)
(union_type_definition (name) @name.type)
(enum_type_definition (name) @name.type)
(input_object_type_definition (name) @name.type)
(scalar_type_definition (name) @name.type)
(fragment_definition (fragment_name (name) @name.function))
(directive_definition (name) @name.macro)
