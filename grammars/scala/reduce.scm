; What keeps a Scala compiler happy.

; Values: `???` has every type.
([
  (arguments (_) @replace)
  (assignment_expression right: (_) @replace)
  (case_clause body: (_) @replace)
  (class_parameter default_value: (_) @replace)
  (function_definition body: (_) @replace)
  (if_expression consequence: (_) @replace)
  (if_expression alternative: (_) @replace)
  (infix_expression left: (_) @replace)
  (infix_expression right: (_) @replace)
  (lambda_expression "=>" (_) @replace)
  (match_expression value: (_) @replace)
  (parameter default_value: (_) @replace)
  (return_expression (_) @replace)
  (throw_expression (_) @replace)
  (val_definition value: (_) @replace)
  (var_definition value: (_) @replace)
] (#set! reduce.with "???"))
([
  (arguments (_) @replace)
  (assignment_expression right: (_) @replace)
  (case_clause body: (_) @replace)
  (function_definition body: (_) @replace)
  (infix_expression left: (_) @replace)
  (infix_expression right: (_) @replace)
  (return_expression (_) @replace)
  (val_definition value: (_) @replace)
  (var_definition value: (_) @replace)
] (#set! reduce.with "0"))
([
  (if_expression condition: (_) @replace)
  (while_expression condition: (_) @replace)
] (#set! reduce.with "(true)"))
((string) @replace (#set! reduce.with "\"\""))
((interpolated_string_expression) @replace (#set! reduce.with "\"\""))
(case_clause pattern: (_) @replace (#set! reduce.with "_"))

; Bodies.
(function_definition ":" @delete return_type: (_) @delete)
(template_body) @empty
(block) @empty

; Types.
([
  (binding type: (_) @replace)
  (class_parameter type: (_) @replace)
  (function_definition return_type: (_) @replace)
  (function_type return_type: (_) @replace)
  (parameter type: (_) @replace)
  (type_arguments (_) @replace)
  (val_declaration type: (_) @replace)
  (val_definition type: (_) @replace)
  (var_definition type: (_) @replace)
] (#set! reduce.with "Int"))
([
  (class_parameter type: (_) @replace)
  (parameter type: (_) @replace)
  (type_arguments (_) @replace)
] (#set! reduce.with "Any"))

; Keep what is evaluated, drop what is done with it.
(block (val_definition "val" @delete . pattern: (_) @delete . "=" @delete . value: (_) .))
(return_expression "return" @delete (_))
(throw_expression "throw" @delete)
(if_expression "if" @delete condition: (_) consequence: (_) @delete "else" @delete alternative: (_) @delete)
(try_expression "try" @delete (catch_clause)? @delete (finally_clause)? @delete)

; Words that say more about a definition than it needs.
(modifiers) @delete
(class_definition extend: (_) @delete)
(object_definition extend: (_) @delete)

; What goes from a large file at once.
(function_definition body: (_) @replace (#set! reduce.with "???") (#set! reduce.everywhere))
