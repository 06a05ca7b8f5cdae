; What names mean in Go: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (function_declaration)
  (method_declaration)
  (func_literal)
  (function_type)
  (type_spec)
  (type_alias)
  (block)
  (if_statement)
  (for_statement)
  (expression_switch_statement)
  (type_switch_statement)
  (expression_case)
  (type_case)
  (communication_case)
  (default_case)
  (method_elem)
] @scope
[
  (field_declaration_list)
  (interface_type)
] @scope.members

; What introduces names.
[
  (function_declaration)
  (method_declaration)
  (type_spec)
  (type_alias)
  (var_spec)
  (const_spec)
  (short_var_declaration)
  (import_spec)
  (parameter_declaration)
  (variadic_parameter_declaration)
  (type_parameter_declaration)
  (field_declaration)
  (method_elem)
  (labeled_statement)
] @definition
(import_declaration . (import_spec) .) @definition.outer
(const_declaration . (const_spec) .) @definition.outer
(var_declaration . (var_spec) .) @definition.outer
(type_declaration . (_) .) @definition.outer

; Functions.
(function_declaration name: (_) @name.function parameters: (_) @parameters)
(function_declaration body: (_) @body) @definition
(function_declaration result: (_) @result) @definition

; A method belongs to the type of its receiver.
(method_declaration name: (_) @name.member parameters: (_) @parameters)
(method_declaration body: (_) @body) @definition
(method_declaration result: (_) @result) @definition
(method_declaration receiver: (parameter_list (parameter_declaration type: (type_identifier) @extends))) @definition
(method_declaration receiver: (parameter_list (parameter_declaration type: (pointer_type (type_identifier) @extends)))) @definition
(method_declaration receiver: (parameter_list (parameter_declaration type: (generic_type type: (_) @extends)))) @definition
(method_declaration receiver: (parameter_list (parameter_declaration type: (pointer_type (generic_type type: (_) @extends))))) @definition

; Types and members.
(type_spec name: (_) @name.type type: (_) @value)
(type_spec type: (struct_type (field_declaration_list) @fields)) @definition
(type_spec type: (interface_type) @fields) @definition
(type_alias name: (_) @name.type type: (_) @value)
(type_parameter_declaration name: (_) @name.generic)
(function_declaration type_parameters: (_) @generics) @definition
(type_spec type_parameters: (_) @generics) @definition
(field_declaration name: (_) @name.member type: (_) @result)
(field_declaration type: (function_type parameters: (_) @signature)) @definition
(method_elem name: (_) @name.member parameters: (_) @parameters)
(method_elem result: (_) @result) @definition
(selector_expression field: (_) @member)
(qualified_type name: (_) @qualified)
(composite_literal type: (type_identifier) body: (literal_value (keyed_element key: (literal_element (identifier) @member))))

; Parameters and variables.
(parameter_declaration name: (_) @name.parameter type: (_) @result)
(parameter_declaration type: (function_type parameters: (_) @signature)) @definition
(variadic_parameter_declaration name: (_) @name.parameter type: (_) @result)
(const_spec name: (_) @name.value)
(const_spec value: (_) @value) @definition
(var_spec name: (_) @name.value)
(var_spec type: (_) @result) @definition
(var_spec value: (_) @value) @definition
(short_var_declaration left: (expression_list (identifier) @name.value) right: (_) @value)
(short_var_declaration left: (expression_list . (identifier) @name.function .) right: (expression_list . (func_literal parameters: (_) @parameters body: (_) @body) .))
(range_clause left: (expression_list (identifier) @name.value) ":=")
(receive_statement left: (expression_list (identifier) @name.value) ":=")
(type_switch_statement alias: (expression_list (identifier) @name.value))

; What is imported is visible under the last part of its path.
(import_spec !name path: (_) @name.import)
(import_spec name: (package_identifier) @name.import path: (_) @value)

; Labels.
(labeled_statement label: (_) @name.label)
(break_statement (label_name) @label)
(continue_statement (label_name) @label)
(goto_statement (label_name) @label)

; Uses with a list of things for the parameters or the fields.
(call_expression function: (identifier) @callee arguments: (_) @arguments) @call
(call_expression function: (selector_expression field: (_) @callee) arguments: (_) @arguments) @call
(composite_literal type: (type_identifier) @callee body: (_) @arguments.fields) @call
(composite_literal type: (generic_type type: (type_identifier) @callee) body: (_) @arguments.fields) @call
(generic_type type: (type_identifier) @callee type_arguments: (_) @arguments.generics) @call
(call_expression function: (identifier) @callee type_arguments: (_) @arguments.generics) @call
