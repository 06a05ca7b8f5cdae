; What names mean in Objective-C, beyond what C says.

[
  (method_definition)
  (block_literal)
] @scope
(instance_variables) @scope.open
[
  (class_interface)
  (protocol_declaration)
  (instance_variable)
] @definition
(class_implementation . "@implementation" . (identifier) @extends) @extension
(class_interface . "@interface" . (identifier) @name.type)
(protocol_declaration . "@protocol" . (identifier) @name.type)
(instance_variable (struct_declaration (struct_declarator (identifier) @name.member)))
(instance_variable (struct_declaration (struct_declarator (pointer_declarator declarator: (identifier) @name.member))))
(method_parameter (identifier) @name.parameter) @definition
