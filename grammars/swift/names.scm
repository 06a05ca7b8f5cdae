; What names mean in Swift: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (function_declaration)
  (init_declaration)
  (lambda_literal)
  (statements)
  (for_statement)
  (catch_block)
] @scope
[
  (class_body)
  (enum_class_body)
  (protocol_body)
] @scope.open

; What introduces names.
[
  (class_declaration)
  (protocol_declaration)
  (typealias_declaration)
  (associatedtype_declaration)
  (function_declaration)
  (protocol_function_declaration)
  (property_declaration)
  (parameter)
  (lambda_parameter)
  (type_parameter)
  (enum_entry)
] @definition
(class_declaration name: (user_type (type_identifier) @extends)) @extension

(class_declaration name: (type_identifier) @name.type body: (_) @fields)
(protocol_declaration name: (_) @name.type body: (_) @fields)
(typealias_declaration name: (_) @name.type)
(associatedtype_declaration name: (_) @name.type)
(function_declaration name: (simple_identifier) @name.function body: (_) @body)
(protocol_function_declaration name: (simple_identifier) @name.function)
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name.value))
(property_declaration value: (_) @value) @definition
(parameter name: (simple_identifier) @name.parameter)
(lambda_parameter name: (simple_identifier) @name.parameter)
(type_parameter (type_identifier) @name.generic)
(enum_entry name: (simple_identifier) @name.member)
(for_statement item: (pattern bound_identifier: (simple_identifier) @name.value))

; Members.
(navigation_suffix suffix: (simple_identifier) @member)
(value_argument_label (simple_identifier) @member)

; Uses with a list of things for the parameters.
(call_expression . (simple_identifier) @callee (call_suffix (value_arguments) @arguments)) @call
(call_expression . (navigation_expression suffix: (navigation_suffix suffix: (_) @callee)) (call_suffix (value_arguments) @arguments)) @call
