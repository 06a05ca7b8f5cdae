; What names mean in TypeScript: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
(program) @scope.open
[
  (function_declaration)
  (function_signature)
  (function_expression)
  (generator_function_declaration)
  (arrow_function)
  (method_definition)
  (method_signature)
  (abstract_method_signature)
  (call_signature)
  (function_type)
  (constructor_type)
  (conditional_type)
  (class_declaration)
  (abstract_class_declaration)
  (interface_declaration)
  (type_alias_declaration)
  (class_static_block)
  (statement_block)
  (for_statement)
  (for_in_statement)
  (catch_clause)
  (switch_body)
] @scope
[
  (class_body)
  (interface_body)
  (object_type)
  (enum_body)
  (object)
] @scope.members
(internal_module body: (_) @scope.open)
(module body: (_) @scope.open)

; What introduces names.
[
  (function_declaration)
  (function_signature)
  (generator_function_declaration)
  (class_declaration)
  (abstract_class_declaration)
  (interface_declaration)
  (type_alias_declaration)
  (enum_declaration)
  (internal_module)
  (enum_assignment)
  (variable_declarator)
  (method_definition)
  (method_signature)
  (abstract_method_signature)
  (public_field_definition)
  (property_signature)
  (pair)
  (required_parameter)
  (optional_parameter)
  (type_parameter)
  (import_specifier)
  (namespace_import)
  (labeled_statement)
] @definition
(export_statement declaration: (_)) @definition.outer
(ambient_declaration (_)) @definition.outer
(expression_statement (internal_module)) @definition.outer
(lexical_declaration . (variable_declarator) .) @definition.outer
(variable_declaration . (variable_declarator) .) @definition.outer

; Functions.
(function_declaration name: (_) @name.function parameters: (_) @parameters body: (_) @body)
(function_declaration return_type: (_) @result) @definition
(function_signature name: (_) @name.function parameters: (_) @parameters)
(function_signature return_type: (_) @result) @definition
(generator_function_declaration name: (_) @name.function parameters: (_) @parameters body: (_) @body)
(function_expression name: (_) @name.function @definition)
(method_definition name: [(property_identifier) (private_property_identifier)] @name.member parameters: (_) @parameters body: (_) @body)
(method_definition return_type: (_) @result) @definition
(method_signature name: (property_identifier) @name.member parameters: (_) @parameters)
(method_signature return_type: (_) @result) @definition
(abstract_method_signature name: (property_identifier) @name.member parameters: (_) @parameters)
(abstract_method_signature return_type: (_) @result) @definition

; Types and members.
(class_declaration name: (_) @name.type body: (_) @fields)
(class_declaration (class_heritage (extends_clause value: (identifier) @value))) @definition
(abstract_class_declaration name: (_) @name.type body: (_) @fields)
(interface_declaration name: (_) @name.type body: (_) @fields)
(enum_declaration name: (_) @name.type body: (_) @fields)
(type_alias_declaration name: (_) @name.type value: (_) @value)
(type_alias_declaration value: (object_type) @fields) @definition
(type_alias_declaration value: (function_type parameters: (_) @signature)) @definition
(internal_module name: (identifier) @name.module body: (_) @body)
(type_parameter name: (_) @name.generic)
(class_declaration type_parameters: (_) @generics) @definition
(abstract_class_declaration type_parameters: (_) @generics) @definition
(interface_declaration type_parameters: (_) @generics) @definition
(type_alias_declaration type_parameters: (_) @generics) @definition
(method_definition type_parameters: (_) @generics) @definition
(function_declaration type_parameters: (_) @generics) @definition
(infer_type (type_identifier) @name.generic @definition)
(mapped_type_clause name: (_) @name.generic @definition)
(enum_body name: (property_identifier) @name.member @definition)
(enum_assignment name: (property_identifier) @name.member value: (_) @value)
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name.member)
(public_field_definition type: (_) @result) @definition
(public_field_definition value: (_) @value) @definition
(property_signature name: (property_identifier) @name.member type: (_) @result)
(pair key: (property_identifier) @name.member value: (_) @value)
(assignment_expression left: (member_expression object: (this) property: (_) @name.member @definition))
(member_expression property: (_) @member)
(nested_identifier property: (_) @qualified)
(nested_type_identifier name: (_) @qualified)
(pair_pattern key: (property_identifier) @member)

; Variables and parameters, also in patterns.
(variable_declarator name: (identifier) @name.value)
(variable_declarator type: (_) @result) @definition
(variable_declarator value: (_) @value) @definition
(variable_declarator name: (identifier) @name.function value: (arrow_function parameters: (_) @parameters body: (_) @body))
(variable_declarator name: (identifier) @name.function value: (function_expression parameters: (_) @parameters body: (_) @body))
(required_parameter pattern: (identifier) @name.parameter)
(required_parameter (accessibility_modifier) pattern: (identifier) @name.member)
(required_parameter pattern: (rest_pattern (identifier) @name.parameter))
(required_parameter type: (_) @result) @definition
(required_parameter type: (type_annotation (function_type parameters: (_) @signature))) @definition
(required_parameter value: (_) @value) @definition
(optional_parameter pattern: (identifier) @name.parameter)
(optional_parameter type: (_) @result) @definition
(arrow_function parameter: (identifier) @name.parameter @definition)
(array_pattern (identifier) @name.value)
(assignment_pattern left: (identifier) @name.value)
(object_pattern (rest_pattern (identifier) @name.value))
(array_pattern (rest_pattern (identifier) @name.value))
(object_pattern (shorthand_property_identifier_pattern) @name.value)
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @name.value)
(pair_pattern value: (identifier) @name.value)
(for_in_statement kind: _ left: (identifier) @name.value)
(catch_clause parameter: (identifier) @name.value)

; Patterns in which nothing new is named.
(assignment_expression left: [(array_pattern) (object_pattern)] @reference)

; What is imported and exported.
(import_clause . (identifier) @name.import @definition . (_))
(import_statement (import_clause . (identifier) @name.import .)) @definition
(import_statement (import_require_clause . (identifier) @name.import)) @definition
(import_specifier name: (identifier) @name.import !alias)
(import_specifier name: (_) @value alias: (identifier) @name.import)
(import_alias . (identifier) @name.import) @definition
(namespace_import (identifier) @name.import)
(named_imports . (import_specifier) .) @definition.outer
(import_clause . (named_imports . (import_specifier) .) .) @definition.outer
(import_statement (import_clause . (named_imports . (import_specifier) .) .)) @definition.outer
(import_clause . (namespace_import) .) @definition.outer
(import_statement (import_clause . (namespace_import) .)) @definition.outer
(export_specifier alias: (_) @member)
(namespace_export (_) @member)

; Labels.
(labeled_statement label: (_) @name.label)
(break_statement label: (_) @label)
(continue_statement label: (_) @label)

; A class takes what its constructor does; so does its base, where that is called on.
((class_declaration body: (class_body (method_definition name: (property_identifier) @_made parameters: (_) @parameters))) @definition
  (#eq? @_made "constructor"))
((abstract_class_declaration body: (class_body (method_definition name: (property_identifier) @_made parameters: (_) @parameters))) @definition
  (#eq? @_made "constructor"))
((class_declaration body: (class_body (method_signature name: (property_identifier) @_made parameters: (_) @parameters))) @definition
  (#eq? @_made "constructor"))
(class_declaration
  (class_heritage (extends_clause value: (identifier) @callee))
  body: (class_body (method_definition body: (statement_block (expression_statement
    (call_expression function: (super) arguments: (arguments) @arguments) @call)))))

; Uses with a list of things for the parameters.
(call_expression function: (identifier) @callee arguments: (arguments) @arguments) @call
(call_expression function: (member_expression property: (_) @callee) arguments: (arguments) @arguments) @call
(new_expression constructor: (identifier) @callee arguments: (_) @arguments) @call
(generic_type name: (type_identifier) @callee type_arguments: (_) @arguments.generics) @call
(call_expression function: (identifier) @callee type_arguments: (_) @arguments.generics) @call
(new_expression constructor: (identifier) @callee type_arguments: (_) @arguments.generics) @call
(extends_clause value: (identifier) @callee type_arguments: (_) @arguments.generics) @call
