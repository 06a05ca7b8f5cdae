; What keeps a C++ compiler happy, beyond what C says.

; Types: `auto` where a value tells.
(declaration type: (_) @replace declarator: (init_declarator) (#set! reduce.with "auto"))
([
  (template_argument_list (type_descriptor) @replace)
  (alias_declaration type: (_) @replace)
  (trailing_return_type (type_descriptor) @replace)
  (optional_parameter_declaration type: (_) @replace)
] (#set! reduce.with "int"))

; A parameter that a concept bounds takes any type.
([
  (template_parameter_list (parameter_declaration type: [(type_identifier) (template_type) (qualified_identifier)] @replace))
  (template_parameter_list (variadic_parameter_declaration type: [(type_identifier) (template_type) (qualified_identifier)] @replace))
] (#set! reduce.with "class"))

; Values: `0` is a number and a pointer, `{}` anything with a default constructor.
([
  (condition_clause value: (_) @replace)
  (static_assert_declaration condition: (_) @replace)
  (template_argument_list (expression) @replace)
  (optional_parameter_declaration default_value: (_) @replace)
  (for_range_loop right: (_) @replace)
  (requires_clause constraint: (_) @replace)
  (concept_definition "=" (expression) @replace)
  (field_declaration default_value: (_) @replace)
] (#set! reduce.with "0"))
([
  (argument_list (expression) @replace)
  (return_statement (expression) @replace)
] (#set! reduce.with "{}"))

; A constructor may be declared only, a lambda need not do anything.
(function_definition
  (field_initializer_list) @delete
  body: (compound_statement) @replace
  (#set! reduce.with ";"))
((lambda_expression) @replace (#set! reduce.with "[]{}"))

; What a block holds may stand without it.
(namespace_definition "namespace" @delete name: (_)? @delete body: (declaration_list "{" @delete "}" @delete))
(template_declaration "template" @delete parameters: (_) @delete)
(throw_statement "throw" @delete (expression))
(try_statement "try" @delete (catch_clause)+ @delete)
(co_return_statement "co_return" @delete (expression))
(qualified_identifier scope: (_) @delete "::" @delete)
(dependent_type "typename" @delete)
(dependent_name "template" @delete)

; All of a struct is public.
(class_specifier
  "class" @replace
  body: (field_declaration_list (access_specifier) @delete . ":" @delete)
  (#set! reduce.with "struct"))

; The grammar wants these in some places; compilers seldom do.
(template_argument_list) @delete
(noexcept) @delete
(virtual_specifier) @delete
(ref_qualifier) @delete
(explicit_function_specifier) @delete
(requires_clause) @delete
(field_initializer_list) @delete

; What is given in a namespace, from a large file at once.
(declaration_list
  (declaration declarator: (init_declarator "=" @delete value: (_) @delete))
  (#set! reduce.everywhere))
