; What names mean in C#: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (method_declaration)
  (constructor_declaration)
  (local_function_statement)
  (lambda_expression)
  (anonymous_method_expression)
  (block)
  (for_statement)
  (foreach_statement)
  (catch_clause)
  (query_expression)
  (delegate_declaration)
] @scope
(class_declaration body: (_) @scope.open)
(struct_declaration body: (_) @scope.open)
(interface_declaration body: (_) @scope.open)
(namespace_declaration body: (_) @scope.open)
(enum_member_declaration_list) @scope.members

; What introduces names.
[
  (class_declaration)
  (struct_declaration)
  (interface_declaration)
  (enum_declaration)
  (enum_member_declaration)
  (record_declaration)
  (delegate_declaration)
  (method_declaration)
  (constructor_declaration)
  (property_declaration)
  (local_function_statement)
  (variable_declarator)
  (parameter)
  (type_parameter)
  (labeled_statement)
] @definition
(variable_declaration . type: (_) . (variable_declarator) .) @definition.outer
(local_declaration_statement (variable_declaration . type: (_) . (variable_declarator) .)) @definition.outer
(field_declaration (variable_declaration . type: (_) . (variable_declarator) .)) @definition.outer

; Types.
(class_declaration name: (_) @name.type body: (_) @fields)
(struct_declaration name: (_) @name.type body: (_) @fields)
(interface_declaration name: (_) @name.type body: (_) @fields)
(enum_declaration name: (_) @name.type body: (_) @fields)
(record_declaration name: (_) @name.type)
(delegate_declaration name: (_) @name.type parameters: (_) @parameters)
(enum_member_declaration name: (_) @name.member)
(type_parameter name: (_) @name.generic)

; Functions and members.
(method_declaration name: (_) @name.function parameters: (_) @parameters)
(method_declaration returns: (_) @result) @definition
(method_declaration body: (block) @body) @definition
(method_declaration body: (arrow_expression_clause (_) @body)) @definition
(method_declaration type_parameters: (_) @generics) @definition
(constructor_declaration name: (_) @name.function parameters: (_) @parameters body: (_) @body)
(record_declaration (parameter_list) @parameters) @definition
(class_declaration (parameter_list) @parameters) @definition
(local_function_statement name: (_) @name.function parameters: (_) @parameters)
(local_function_statement body: (block) @body) @definition
(local_function_statement body: (arrow_expression_clause (_) @body)) @definition
(local_function_statement type: (_) @result) @definition
(property_declaration name: (_) @name.member)
(property_declaration type: (_) @result) @definition
(property_declaration value: (arrow_expression_clause (_) @body)) @definition
(property_declaration accessors: (accessor_list . (accessor_declaration "get" body: (block) @body) .)) @definition
(property_declaration accessors: (accessor_list . (accessor_declaration "get" body: (arrow_expression_clause (_) @body)) .)) @definition

; Variables and parameters.
(variable_declarator name: (_) @name.value)
(variable_declaration type: (_) @result (variable_declarator) @definition)
(variable_declarator "=" (_) @value) @definition
(parameter name: (_) @name.parameter)
(parameter type: (_) @result) @definition
(foreach_statement left: (identifier) @name.value)
(catch_declaration name: (_) @name.value @definition)
(declaration_pattern name: (_) @name.value @definition)
(from_clause name: (_) @name.value)
(labeled_statement . (identifier) @name.label)
(goto_statement (identifier) @label)
(using_directive name: (_) @name.import (_) @value) @definition

; Members.
(member_access_expression name: (_) @qualified)
(member_binding_expression name: (_) @member)
(qualified_name name: (identifier) @qualified)

; The constructor of a base, or another one.
(class_declaration
  (base_list . (identifier) @callee)
  body: (declaration_list (constructor_declaration (constructor_initializer "base" (argument_list) @arguments) @call)))
(class_declaration
  name: (_) @callee
  body: (declaration_list (constructor_declaration (constructor_initializer "this" (argument_list) @arguments) @call)))
(class_declaration (base_list . (identifier) @callee (argument_list) @arguments) @call)

; Uses with a list of things for the parameters.
(invocation_expression function: (identifier) @callee arguments: (_) @arguments) @call
(invocation_expression function: (member_access_expression name: (identifier) @callee) arguments: (_) @arguments) @call
(object_creation_expression type: (identifier) @callee arguments: (_) @arguments) @call
(object_creation_expression type: (generic_name (identifier) @callee) arguments: (_) @arguments) @call
(generic_name (identifier) @callee (type_argument_list) @arguments.generics) @call
