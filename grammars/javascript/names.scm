; What names mean in JavaScript: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
(program) @scope.open
[
  (function_declaration)
  (function_expression)
  (generator_function_declaration)
  (generator_function)
  (arrow_function)
  (method_definition)
  (class)
  (class_static_block)
  (statement_block)
  (for_statement)
  (for_in_statement)
  (catch_clause)
  (switch_body)
] @scope
[
  (class_body)
  (object)
] @scope.members

; What introduces names.
[
  (function_declaration)
  (generator_function_declaration)
  (class_declaration)
  (variable_declarator)
  (method_definition)
  (field_definition)
  (pair)
  (import_specifier)
  (namespace_import)
  (labeled_statement)
] @definition
(export_statement declaration: (_)) @definition.outer
(lexical_declaration . (variable_declarator) .) @definition.outer
(variable_declaration . (variable_declarator) .) @definition.outer

; Functions.
(function_declaration name: (_) @name.function parameters: (_) @parameters body: (_) @body)
(generator_function_declaration name: (_) @name.function parameters: (_) @parameters body: (_) @body)
(function_expression name: (_) @name.function @definition)
; A variable that nothing declares is as global as one that is.
(program (expression_statement (assignment_expression
  left: (identifier) @name.function right: (arrow_function parameters: (_) @parameters body: (_) @body)) @definition) @definition.outer)
(program (expression_statement (assignment_expression left: (identifier) @name.value right: (_) @value) @definition) @definition.outer)
(method_definition name: [(property_identifier) (private_property_identifier)] @name.member parameters: (_) @parameters body: (_) @body)

; Classes and members.
(class_declaration name: (_) @name.type body: (_) @fields)
(class_declaration (class_heritage (identifier) @value)) @definition
(class name: (_) @name.type @definition)
(field_definition property: [(property_identifier) (private_property_identifier)] @name.member)
(field_definition value: (_) @value) @definition
(pair key: (property_identifier) @name.member value: (_) @value)
(assignment_expression left: (member_expression object: (this) property: (_) @name.member @definition))
(member_expression property: (_) @member)
(pair_pattern key: (property_identifier) @member)
(jsx_attribute (property_identifier) @member)

; Variables and parameters, also in patterns.
(array_pattern (identifier) @name.value)
(assignment_pattern left: (identifier) @name.value)
(rest_pattern (identifier) @name.value)
(object_pattern (shorthand_property_identifier_pattern) @name.value)
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @name.value)
(pair_pattern value: (identifier) @name.value)
(variable_declarator name: (identifier) @name.value)
(variable_declarator value: (_) @value) @definition
(variable_declarator name: (identifier) @name.function value: (arrow_function parameters: (_) @parameters body: (_) @body))
(variable_declarator name: (identifier) @name.function value: (function_expression parameters: (_) @parameters body: (_) @body))
(formal_parameters (identifier) @name.parameter @definition)
(formal_parameters (assignment_pattern left: (identifier) @name.parameter right: (_) @value) @definition)
(formal_parameters (rest_pattern (identifier) @name.parameter) @definition)
(formal_parameters [(array_pattern) (object_pattern)] @definition)
(arrow_function parameter: (identifier) @name.parameter @definition)
(for_in_statement kind: _ left: (identifier) @name.value)
(catch_clause parameter: (identifier) @name.value)

; Patterns in which nothing new is named.
(assignment_expression left: [(array_pattern) (object_pattern)] @reference)

; What is imported and exported.
(import_clause . (identifier) @name.import @definition . (_))
(import_statement (import_clause . (identifier) @name.import .)) @definition
(import_specifier name: (identifier) @name.import !alias)
(import_specifier name: (_) @value alias: (identifier) @name.import)
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
((variable_declarator
  name: (identifier)
  value: (class body: (class_body (method_definition name: (property_identifier) @_made parameters: (_) @parameters)))) @definition
  (#eq? @_made "constructor"))
(class_declaration
  (class_heritage (identifier) @callee)
  body: (class_body (method_definition body: (statement_block (expression_statement
    (call_expression function: (super) arguments: (arguments) @arguments) @call)))))

; Uses with a list of things for the parameters.
(call_expression function: (identifier) @callee arguments: (arguments) @arguments) @call
(call_expression function: (member_expression property: (_) @callee) arguments: (arguments) @arguments) @call
(new_expression constructor: (identifier) @callee arguments: (_) @arguments) @call
