; What names mean in VHDL: what defines them, where they are visible, and what belongs to them.

; Where names are visible. Those of a package or an entity are, wherever it is used.
[
  (package_declaration)
  (package_definition)
  (entity_declaration)
  (component_declaration)
] @scope.open
[
  (architecture_definition)
  (process_statement)
  (subprogram_declaration)
  (subprogram_definition)
] @scope
(record_type_definition) @scope.members

; What introduces names.
[
  (subprogram_declaration)
  (subprogram_definition)
  (constant_declaration)
  (signal_declaration)
  (variable_declaration)
  (interface_declaration)
] @definition

(package_declaration package: (identifier) @name.module) @definition
(package_definition package: (identifier) @name.module) @definition
(entity_declaration entity: (identifier) @name.module) @definition
(component_declaration component: (identifier) @name.module) @definition
(architecture_definition architecture: (identifier) @name.module) @definition
(entity_declaration (entity_head (generic_clause) @generics)) @definition
(entity_declaration (entity_head (port_clause) @parameters)) @definition
(function_specification function: (_) @name.function)
(subprogram_declaration (function_specification (parameter_list_specification) @parameters)) @definition
(subprogram_definition (function_specification (parameter_list_specification) @parameters)) @definition
(type_declaration type: (identifier) @name.type) @definition
(subtype_declaration type: (identifier) @name.type) @definition
(enumeration_literal constant: (identifier) @name.value) @definition
(element_declaration (identifier_list (identifier) @name.member)) @definition
(constant_declaration (identifier_list (identifier) @name.value))
(constant_declaration (initialiser (conditional_expression) @value)) @definition
(signal_declaration (identifier_list (identifier) @name.value))
(signal_declaration (initialiser (conditional_expression) @value)) @definition
(variable_declaration (identifier_list (identifier) @name.value))
(variable_declaration (initialiser (conditional_expression) @value)) @definition
(interface_declaration (identifier_list (_) @name.parameter))

; Names that are visible without being named.
(use_clause) @glob

; Uses with a list of things for the parameters.
(name . (identifier) @callee (parenthesis_group (association_or_range_list) @arguments)) @call
