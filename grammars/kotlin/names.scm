; What names mean in Kotlin: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (class_declaration)
  (object_declaration)
  (function_declaration)
  (anonymous_function)
  (lambda_literal)
  (block)
  (for_statement)
  (catch_block)
  (secondary_constructor)
] @scope
[
  (class_parameters)
  (class_body)
  (enum_class_body)
] @scope.open

; What introduces names.
[
  (class_declaration)
  (object_declaration)
  (function_declaration)
  (property_declaration)
  (type_alias)
  (parameter)
  (class_parameter)
  (type_parameter)
  (enum_entry)
  (import)
] @definition

(class_declaration name: (_) @name.type)
(object_declaration name: (_) @name.type)
(type_alias type: (_) @name.type "=" . (_) @value)
(class_declaration (type_parameters) @generics) @definition
(class_declaration (class_body) @fields) @definition
(class_declaration (primary_constructor (class_parameters) @fields)) @definition
(object_declaration (class_body) @fields) @definition
(class_declaration (delegation_specifiers . (delegation_specifier (user_type (identifier) @value)))) @definition
(class_declaration (delegation_specifiers . (delegation_specifier (constructor_invocation (user_type (identifier) @value))))) @definition
(function_declaration name: (_) @name.function (function_value_parameters) @parameters)
(function_declaration ":" . (_) @result) @definition
(function_declaration (function_body (block) @body)) @definition
(function_declaration (function_body "=" . (_) @body)) @definition
(function_declaration (type_parameters) @generics) @definition
(property_declaration (variable_declaration . (identifier) @name.value))
(multi_variable_declaration (variable_declaration . (identifier) @name.value) @definition)
(property_declaration (variable_declaration ":" . (_) @result)) @definition
(property_declaration "=" (_) @value) @definition
(parameter . (identifier) @name.parameter ":" . (_) @result)
(class_parameter (identifier) @name.parameter ":" . (_) @result)
(class_parameter ["val" "var"] (identifier) @name.member)
(class_body (property_declaration (variable_declaration . (identifier) @name.member)))
(type_parameter (identifier) @name.generic)
(enum_entry . (identifier) @name.member)
(lambda_parameters (variable_declaration . (identifier) @name.parameter) @definition)
(for_statement (variable_declaration . (identifier) @name.value) @definition)
(catch_block (identifier) @name.value)

; What is imported is visible under its last name.
(import (qualified_identifier (identifier) @name.import .) @value .)
(import (qualified_identifier) @value "as" (identifier) @name.import)

; Members.
(navigation_expression (_) (identifier) @member .)

; Labels. The grammar takes `break@outer` for an expression that is called `break`.
(label) @name.label
((labeled_expression (label) @reference @_word (identifier) @label) (#any-of? @_word "break@" "continue@"))

; A class takes what its constructor does; so does its base, where that is called on.
(class_declaration (primary_constructor (class_parameters) @parameters)) @definition
(class_declaration (class_body (secondary_constructor (function_value_parameters) @parameters))) @definition
(class_declaration
  name: (_) @callee
  (class_body (secondary_constructor (constructor_delegation_call "this" (value_arguments) @arguments) @call)))
(class_declaration
  (delegation_specifiers . (delegation_specifier (user_type (identifier) @callee)))
  (class_body (secondary_constructor (constructor_delegation_call "super" (value_arguments) @arguments) @call)))

; A lambda with a name takes what its value does.
(property_declaration (variable_declaration) "=" (lambda_literal (lambda_parameters) @parameters)) @definition

; Uses with a list of things for the parameters.
(call_expression . (identifier) @callee (value_arguments) @arguments) @call
(call_expression . (navigation_expression (_) (identifier) @callee .) (value_arguments) @arguments) @call
(constructor_invocation (user_type (identifier) @callee) (value_arguments) @arguments) @call
(user_type (identifier) @callee (type_arguments) @arguments.generics) @call
