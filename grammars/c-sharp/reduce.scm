; What keeps a C# compiler happy.

; Values.
([
  (argument (_) @replace .)
  (assignment_expression right: (_) @replace)
  (binary_expression left: (_) @replace)
  (binary_expression right: (_) @replace)
  (cast_expression value: (_) @replace)
  (enum_member_declaration value: (_) @replace)
  (initializer_expression (_) @replace)
  (lambda_expression body: (_) @replace)
  (parenthesized_expression (_) @replace)
  (return_statement (_) @replace)
  (select_clause (_) @replace)
  (switch_expression_arm "=>" (_) @replace)
  (switch_statement value: (_) @replace)
  (variable_declarator "=" (_) @replace)
] (#set! reduce.with "0"))
([
  (argument (_) @replace .)
  (arrow_expression_clause (_) @replace)
  (assignment_expression right: (_) @replace)
  (return_statement (_) @replace)
  (variable_declarator "=" (_) @replace)
] (#set! reduce.with "default"))
([
  (argument (_) @replace .)
  (foreach_statement right: (_) @replace)
  (throw_statement (_) @replace)
] (#set! reduce.with "null"))
([
  (if_statement condition: (_) @replace)
  (while_statement condition: (_) @replace)
  (do_statement condition: (_) @replace)
  (for_statement condition: (_) @replace)
] (#set! reduce.with "true"))
((string_literal) @replace (#set! reduce.with "\"\""))
((verbatim_string_literal) @replace (#set! reduce.with "\"\""))
((interpolated_string_expression) @replace (#set! reduce.with "\"\""))

; Bodies: one that never returns needs no value.
(method_declaration body: (block) @replace (#set! reduce.with "=>throw null;") (#set! reduce.everywhere))
(method_declaration body: (block) @replace (#set! reduce.with ";"))
(constructor_declaration body: (block) @replace (#set! reduce.with "{}"))
(lambda_expression body: (_) @replace (#set! reduce.with "{}"))
(method_declaration returns: (_) @replace body: (block "{" (_)* @delete "}") (#set! reduce.with "void"))
(block) @empty

; Types.
([
  (array_type type: (_) @replace)
  (method_declaration returns: (_) @replace)
  (parameter type: (_) @replace)
  (property_declaration type: (_) @replace)
  (type_argument_list (_) @replace)
  (variable_declaration type: (_) @replace)
] (#set! reduce.with "int"))
(local_declaration_statement (variable_declaration type: (_) @replace) (#set! reduce.with "var"))
(parameter type: (_) @replace (#set! reduce.with "object"))

; Statements.
([
  (if_statement consequence: (_) @replace)
  (if_statement alternative: (_) @replace)
  (while_statement body: (_) @replace)
  (do_statement body: (_) @replace)
  (for_statement body: (_) @replace)
  (foreach_statement body: (_) @replace)
  (using_statement body: (_) @replace)
  (labeled_statement ":" (_) @replace)
] (#set! reduce.with ";"))

; Keep what is evaluated, drop what is done with it.
(local_declaration_statement
  (variable_declaration type: (_) @delete (variable_declarator name: (_) @delete "=" @delete [(invocation_expression) (object_creation_expression)])))
(expression_statement (assignment_expression left: (_) @delete operator: _ @delete right: [(invocation_expression) (object_creation_expression) (await_expression)]))
(return_statement "return" @delete [(invocation_expression) (object_creation_expression)])
(await_expression "await" @delete)
(try_statement "try" @delete (catch_clause)* @delete (finally_clause)? @delete)
(checked_statement "checked" @delete)
(lock_statement "lock" @delete "(" @delete "this" @delete ")" @delete)
(using_statement "using" @delete "(" @delete (_) @delete ")" @delete body: (block))
(qualified_name qualifier: (_) @delete "." @delete)

; What holds others may go from around them.
(namespace_declaration "namespace" @delete name: (_) @delete body: (declaration_list "{" @delete "}" @delete))

; What goes from a large file at once.
((attribute_list) @delete (#set! reduce.everywhere))
(field_declaration (variable_declaration (variable_declarator name: (_) "=" @delete (_) @delete)) (#set! reduce.everywhere))
