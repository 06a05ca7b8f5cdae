; What keeps a Kotlin compiler happy.

; Values.
([
  (assignment right: (_) @replace)
  (binary_expression left: (_) @replace)
  (binary_expression right: (_) @replace)
  (class_parameter "=" (_) @replace)
  (function_body "=" (_) @replace)
  (index_expression "[" (_) @replace)
  (infix_expression (_) @replace .)
  (interpolation (_) @replace)
  (property_declaration "=" (_) @replace)
  (return_expression (_) @replace)
  (value_argument (_) @replace .)
  (when_entry "->" (_) @replace)
  (when_subject (_) @replace .)
] (#set! reduce.with "0"))
([
  (function_body "=" (_) @replace)
  (property_declaration "=" (_) @replace)
  (return_expression (_) @replace)
  (throw_expression (_) @replace)
  (value_argument (_) @replace .)
] (#set! reduce.with "error(0)"))
([
  (property_declaration "=" (_) @replace)
  (return_expression (_) @replace)
  (value_argument (_) @replace .)
] (#set! reduce.with "null"))
([
  (if_expression condition: (_) @replace)
  (while_statement condition: (_) @replace)
  (do_while_statement condition: (_) @replace)
] (#set! reduce.with "true"))
((string_literal) @replace (#set! reduce.with "\"\""))
((multiline_string_literal) @replace (#set! reduce.with "\"\""))

(property_declaration (property_delegate) @replace (#set! reduce.with "= 0"))
(property_declaration (property_delegate) @replace (#set! reduce.with "= error(0)"))

; Bodies.
(function_body (block) @replace (#set! reduce.with "= error(0)") (#set! reduce.everywhere))
(function_declaration ":" @delete . (_) @delete . (function_body (block) @replace) (#set! reduce.with "{}"))
(function_body (block "{" @replace . (return_expression "return" @delete (_)) . "}" @delete) (#set! reduce.with "="))
(block) @empty
(class_body) @empty

; Types.
([
  (parameter ":" (_) @replace)
  (class_parameter ":" (user_type) @replace)
  (variable_declaration ":" (_) @replace)
  (type_projection (_) @replace)
  (nullable_type (_) @replace)
  (as_expression right: (_) @replace)
] (#set! reduce.with "Int"))
([
  (parameter ":" (_) @replace)
  (variable_declaration ":" (_) @replace)
  (type_projection (_) @replace)
] (#set! reduce.with "Any"))
(type_arguments (type_projection) @replace (#set! reduce.with "*"))

; Keep what is evaluated, drop what is done with it.
(block (property_declaration . ["val" "var"] @delete . (variable_declaration) @delete . "=" @delete (call_expression)))
(return_expression "return" @delete (_))
(throw_expression "throw" @delete)
(if_expression "if" @delete condition: (_) ")" . (_) @delete "else" @delete . (_) @delete .)
(try_expression "try" @replace (block) (catch_block)* @delete (finally_block)? @delete (#set! reduce.with "run"))
(labeled_expression (label) @delete)

; What is worked out later is worked out at once.
(property_delegate "by" @replace (#set! reduce.with "="))
(property_delegate "by" @replace
  (call_expression . (identifier) @delete (annotated_lambda (lambda_literal "{" @delete . (_) . "}" @delete)))
  (#set! reduce.with "="))

; Words that say more about a definition than it needs.
(modifiers) @delete
(function_declaration (modifiers) @delete (type_parameters (type_parameter (type_parameter_modifiers) @delete)))
(class_declaration ":" @delete (delegation_specifiers) @delete)

; What goes from a large file at once.
((annotation) @delete (#set! reduce.everywhere))
