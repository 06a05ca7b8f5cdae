; What names mean in Java: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (class_declaration)
  (interface_declaration)
  (method_declaration)
  (constructor_declaration)
  (compact_constructor_declaration)
  (lambda_expression)
  (block)
  (constructor_body)
  (for_statement)
  (enhanced_for_statement)
  (try_with_resources_statement)
  (catch_clause)
  (switch_rule)
] @scope
[
  (record_declaration)
  (class_body)
  (interface_body)
  (enum_body)
  (annotation_type_body)
] @scope.open

; What introduces names.
[
  (class_declaration)
  (interface_declaration)
  (enum_declaration)
  (record_declaration)
  (annotation_type_declaration)
  (annotation_type_element_declaration)
  (method_declaration)
  (constructor_declaration)
  (enum_constant)
  (variable_declarator)
  (formal_parameter)
  (spread_parameter)
  (type_parameter)
  (catch_formal_parameter)
  (resource)
  (type_pattern)
  (record_pattern_component)
  (import_declaration)
  (labeled_statement)
] @definition
(field_declaration declarator: (_) .) @definition.outer
(constant_declaration declarator: (_) .) @definition.outer
(local_variable_declaration declarator: (_) .) @definition.outer

; Types.
(class_declaration name: (_) @name.type body: (_) @fields)
(interface_declaration name: (_) @name.type body: (_) @fields)
(enum_declaration name: (_) @name.type body: (_) @fields)
(record_declaration name: (_) @name.type parameters: (_) @fields @parameters)
(annotation_type_declaration name: (_) @name.type body: (_) @fields)
(type_parameter (type_identifier) @name.generic)
(class_declaration type_parameters: (_) @generics) @definition
(method_declaration type_parameters: (_) @generics) @definition

; Members. A constructor belongs to the type that it is named like.
(method_declaration type: (_) @result name: (_) @name.method parameters: (_) @parameters)
(method_declaration body: (_) @body) @definition
(constructor_declaration name: (_) @name.function parameters: (_) @parameters body: (_) @body)
(field_declaration type: (_) @result declarator: (variable_declarator name: (_) @name.member))
(constant_declaration type: (_) @result declarator: (variable_declarator name: (_) @name.member))
(annotation_type_element_declaration type: (_) @result name: (_) @name.member)
(annotation_type_element_declaration value: (_) @value) @definition
(enum_constant name: (_) @name.member)
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @result name: (_) @name.member)))
(field_access field: (identifier) @member)
(method_invocation object: (_) name: (_) @method)
(method_invocation . name: (_) @method.own)
(method_reference (_) (identifier) @method)
(element_value_pair key: (_) @member)
(scoped_identifier name: (_) @qualified)
(scoped_type_identifier (_) (type_identifier) @qualified)

; Parameters and variables.
(method_declaration parameters: (formal_parameters (formal_parameter type: (_) @result name: (_) @name.parameter)))
(constructor_declaration parameters: (formal_parameters (formal_parameter type: (_) @result name: (_) @name.parameter)))
(lambda_expression parameters: (formal_parameters (formal_parameter type: (_) @result name: (_) @name.parameter)))
(spread_parameter (variable_declarator name: (_) @name.parameter))
(lambda_expression parameters: (identifier) @name.parameter @definition)
(inferred_parameters (identifier) @name.parameter @definition)
(local_variable_declaration type: (_) @result declarator: (variable_declarator name: (_) @name.value))
(variable_declarator value: (_) @value) @definition
(local_variable_declaration declarator: (variable_declarator name: (_) @name.function value: (lambda_expression parameters: (_) @parameters body: (_) @body)))
(enhanced_for_statement name: (_) @name.value)
(catch_formal_parameter name: (_) @name.value)
(resource name: (_) @name.value value: (_) @value)
(instanceof_expression name: (_) @name.value @definition)
(type_pattern (identifier) @name.value)
(record_pattern_component (identifier) @name.value)

; What is imported.
(import_declaration (scoped_identifier name: (_) @name.import) @value .)

; Labels.
(labeled_statement . (identifier) @name.label)
(break_statement (identifier) @label)
(continue_statement (identifier) @label)

; The constructor of a base, or another one, that a constructor begins with; and of each case of an enum.
(class_declaration
  superclass: (superclass (type_identifier) @callee)
  body: (class_body (constructor_declaration body: (constructor_body
    (explicit_constructor_invocation constructor: (super) arguments: (_) @arguments) @call))))
(class_declaration
  superclass: (superclass (generic_type . (type_identifier) @callee))
  body: (class_body (constructor_declaration body: (constructor_body
    (explicit_constructor_invocation constructor: (super) arguments: (_) @arguments) @call))))
(class_declaration
  name: (_) @callee
  body: (class_body (constructor_declaration body: (constructor_body
    (explicit_constructor_invocation constructor: (this) arguments: (_) @arguments) @call))))
(enum_declaration name: (_) @callee body: (enum_body (enum_constant arguments: (_) @arguments) @call))

; Uses with a list of things for the parameters.
(method_invocation name: (_) @callee arguments: (_) @arguments) @call
(object_creation_expression type: (type_identifier) @callee arguments: (_) @arguments) @call
(object_creation_expression type: (generic_type . (type_identifier) @callee) arguments: (_) @arguments) @call
(generic_type . (type_identifier) @callee (type_arguments) @arguments.generics) @call
