
; What C++ adds to C.
[
  (lambda_expression)
  (for_range_loop)
  (template_declaration)
] @scope
(namespace_definition body: (_) @scope.open)
(class_specifier body: (_) @scope.open)
(struct_specifier body: (_) @scope.open)
(union_specifier body: (_) @scope.open)
(catch_clause) @scope
[
  (class_specifier body: (_))
  (alias_declaration)
  (using_declaration)
  (namespace_definition)
  (namespace_alias_definition)
  (optional_parameter_declaration)
  (type_parameter_declaration)
  (optional_type_parameter_declaration)
  (concept_definition)
] @definition

(reference_declarator (identifier) @name.value)
(field_declaration default_value: (_) @value) @definition
(parameter_declaration declarator: (reference_declarator (identifier) @name.parameter))
(optional_parameter_declaration declarator: (identifier) @name.parameter)
(optional_parameter_declaration declarator: (reference_declarator (identifier) @name.parameter))
(optional_parameter_declaration type: (_) @result) @definition
(optional_parameter_declaration default_value: (_) @value) @definition
(for_range_loop declarator: (identifier) @name.value)
(structured_binding_declarator (identifier) @name.value)
(struct_specifier name: (type_identifier) @name.type body: (_) @fields)
(union_specifier name: (type_identifier) @name.type body: (_) @fields)
(enum_specifier name: (type_identifier) @name.type body: (_) @fields)
(class_specifier name: (type_identifier) @name.type body: (_) @fields)
(class_specifier (base_class_clause [(type_identifier) (template_type) (qualified_identifier)] @value)) @definition
(struct_specifier (base_class_clause [(type_identifier) (template_type) (qualified_identifier)] @value)) @definition
(alias_declaration name: (_) @name.type type: (_) @value)
(using_declaration (qualified_identifier name: (_) @name.import) @value)
(namespace_definition name: (namespace_identifier) @name.module body: (_) @body)
(namespace_definition name: (nested_namespace_specifier (namespace_identifier) @name.module .) body: (_) @body)
(namespace_alias_definition name: (_) @name.module)
(concept_definition name: (_) @name.type)
(type_parameter_declaration (type_identifier) @name.generic)
(optional_type_parameter_declaration name: (type_identifier) @name.generic)
(function_declarator declarator: (field_identifier) @name.member parameters: (_) @parameters)
(function_declarator declarator: (qualified_identifier name: (identifier) @name.member) parameters: (_) @parameters)
(function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (identifier) @name.member)) parameters: (_) @parameters)
(qualified_identifier name: [(identifier) (type_identifier)] @qualified)

; A definition outside of the type or the template that it belongs to.
(function_declarator declarator: (qualified_identifier scope: (namespace_identifier) @extends))
(function_declarator declarator: (qualified_identifier scope: (template_type name: (_) @extends)))
(function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: (namespace_identifier) @extends)))
(init_declarator declarator: (qualified_identifier scope: (namespace_identifier) @extends name: (identifier) @name.member))
(class_specifier name: (template_type name: (_) @extends)) @definition
(struct_specifier name: (template_type name: (_) @extends)) @definition

; Uses with a list of things for the parameters.
(call_expression function: (qualified_identifier name: (identifier) @callee) arguments: (_) @arguments) @call
(call_expression function: (template_function name: (identifier) @callee) arguments: (_) @arguments) @call
(template_type name: (_) @callee arguments: (_) @arguments.generics) @call
(template_function name: (_) @callee arguments: (_) @arguments.generics) @call

; What a constructor is given.
(declaration type: (type_identifier) @callee declarator: (init_declarator value: (argument_list) @arguments) @call)
(declaration type: (template_type name: (_) @callee) declarator: (init_declarator value: (argument_list) @arguments) @call)
(declaration type: (qualified_identifier name: (type_identifier) @callee) declarator: (init_declarator value: (argument_list) @arguments) @call)
(new_expression type: (type_identifier) @callee arguments: (argument_list) @arguments) @call
(new_expression type: (template_type name: (_) @callee) arguments: (argument_list) @arguments) @call
(new_expression type: (type_identifier) @callee arguments: (initializer_list) @arguments.fields) @call
(field_initializer (field_identifier) @member.own)
(field_initializer (field_identifier) @callee (argument_list) @arguments) @call
(field_initializer (template_method name: (_) @callee) (argument_list) @arguments) @call
(field_initializer (field_identifier) @callee (initializer_list) @arguments.fields) @call
(compound_literal_expression type: (type_identifier) @callee value: (_) @arguments.fields) @call
(compound_literal_expression type: (template_type name: (_) @callee) value: (_) @arguments.fields) @call

; A lambda with a name takes what its value does.
(init_declarator
  declarator: (identifier)
  value: (lambda_expression declarator: (_ parameters: (_) @parameters) body: (_) @body)) @definition

; Types and constants that a template is given.
(template_declaration parameters: (_) @generics) @definition.outer
