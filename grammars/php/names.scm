; What names mean in PHP: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (function_definition)
  (method_declaration)
  (anonymous_function)
  (arrow_function)
] @scope
[
  (declaration_list)
  (enum_declaration_list)
] @scope.members

; What introduces names.
[
  (function_definition)
  (method_declaration)
  (class_declaration)
  (interface_declaration)
  (trait_declaration)
  (enum_declaration)
  (enum_case)
  (const_element)
  (property_element)
  (simple_parameter)
  (variadic_parameter)
  (property_promotion_parameter)
  (assignment_expression)
] @definition
(const_declaration . (const_element) .) @definition.outer

(function_definition name: (_) @name.function parameters: (_) @parameters body: (_) @body)
(function_definition return_type: (_) @result) @definition
(method_declaration name: (_) @name.method parameters: (_) @parameters)
(method_declaration body: (_) @body) @definition
(method_declaration return_type: (_) @result) @definition
(class_declaration name: (_) @name.type body: (_) @fields)
(interface_declaration name: (_) @name.type body: (_) @fields)
(trait_declaration name: (_) @name.type body: (_) @fields)
(enum_declaration name: (_) @name.type body: (_) @fields)
(enum_case name: (_) @name.member)
(const_element . (name) @name.value . (_) @value)
(property_element name: (variable_name (name) @name.member))
(simple_parameter name: (variable_name (name) @name.parameter))
(variadic_parameter name: (variable_name (name) @name.parameter))
(property_promotion_parameter name: (variable_name (name) @name.parameter))
(assignment_expression left: (variable_name (name) @name.value) right: (_) @value)
(namespace_use_clause alias: (_) @name.import) @definition
(namespace_use_clause . (name) @name.import . ) @definition

; A variable, sign and all.
(variable_name (name)) @reference.signed

; Members.
(member_access_expression name: (name) @member)
(member_call_expression name: (name) @method)
(nullsafe_member_call_expression name: (name) @method)
(scoped_call_expression name: (name) @method)
(class_constant_access_expression (_) (name) @member)

; A class takes what its constructor does; so does its base, where that is called on.
((class_declaration body: (declaration_list (method_declaration name: (name) @_made parameters: (_) @parameters))) @definition
  (#eq? @_made "__construct"))
((class_declaration
  (base_clause . (name) @callee)
  body: (declaration_list (method_declaration body: (compound_statement (expression_statement
    (scoped_call_expression scope: (relative_scope) name: (name) @_made arguments: (arguments) @arguments) @call)))))
  (#eq? @_made "__construct"))
(object_creation_expression (name) @callee (arguments) @arguments) @call

; A function in a variable.
(assignment_expression left: (variable_name) right: (anonymous_function parameters: (_) @parameters)) @definition
(assignment_expression left: (variable_name) right: (arrow_function parameters: (_) @parameters)) @definition
(function_call_expression function: (variable_name (name) @callee) arguments: (_) @arguments) @call

; Uses with a list of things for the parameters.
(function_call_expression function: (name) @callee arguments: (_) @arguments) @call
(member_call_expression name: (name) @callee arguments: (_) @arguments) @call
(scoped_call_expression name: (name) @callee arguments: (_) @arguments) @call
