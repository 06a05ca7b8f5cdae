; What names mean in SystemVerilog: what defines them, where they are visible, and what belongs to them.

; Where names are visible. Ports and parameters are named where a module is used.
[
  (package_declaration)
  (module_declaration)
  (interface_declaration)
  (class_declaration)
] @scope.open
[
  (function_declaration)
  (task_declaration)
  (class_constructor_declaration)
  (seq_block)
] @scope
(data_type (struct_union)) @scope.members

; What introduces names.
[
  (parameter_declaration)
  (local_parameter_declaration)
  (data_declaration)
  (net_declaration)
  (struct_union_member)
  (function_declaration)
  (task_declaration)
] @definition

(package_declaration name: (simple_identifier) @name.module) @definition
(module_declaration (module_ansi_header name: (simple_identifier) @name.module)) @definition
(module_declaration (module_ansi_header (list_of_port_declarations) @parameters)) @definition
(module_declaration (module_ansi_header (parameter_port_list) @generics)) @definition
(interface_declaration (interface_ansi_header name: (simple_identifier) @name.module)) @definition
(class_declaration name: (simple_identifier) @name.type) @definition
(function_body_declaration name: (simple_identifier) @name.function)
(function_declaration (function_body_declaration (tf_port_list) @parameters)) @definition
(task_body_declaration name: (simple_identifier) @name.function)
(task_declaration (task_body_declaration (tf_port_list) @parameters)) @definition
(tf_port_item name: (simple_identifier) @name.parameter) @definition
(ansi_port_declaration port_name: (simple_identifier) @name.parameter) @definition
(param_assignment . (simple_identifier) @name.value)
(variable_decl_assignment name: (simple_identifier) @name.value)
(variable_decl_assignment (expression) @value) @definition
(net_decl_assignment . (simple_identifier) @name.value)
(net_decl_assignment (expression) @value) @definition
(type_declaration type_name: (simple_identifier) @name.type)
(enum_name_declaration . (simple_identifier) @name.value) @definition
(struct_union_member (list_of_variable_decl_assignments (variable_decl_assignment name: (simple_identifier) @name.member)))
(text_macro_definition (text_macro_name (simple_identifier) @name.macro)) @definition
(property_declaration name: (simple_identifier) @name.value) @definition
(constraint_declaration (simple_identifier) @name.value) @definition
(module_instantiation (hierarchical_instance (name_of_instance instance_name: (simple_identifier) @name.value))) @definition

; Names that are visible without being named, and those that are named from outside.
(package_import_declaration) @glob
(named_port_connection port_name: (simple_identifier) @qualified)
(named_parameter_assignment . (simple_identifier) @qualified)

; Uses with a list of things for the parameters.
(tf_call (hierarchical_identifier (simple_identifier) @callee) (list_of_arguments) @arguments) @call
(module_instantiation instance_type: (simple_identifier) @callee (hierarchical_instance (list_of_port_connections) @arguments)) @call
