; What keeps a Java compiler happy.
([
  (argument_list (expression) @replace)
  (array_access index: (_) @replace)
  (array_initializer (expression) @replace)
  (assignment_expression right: (_) @replace)
  (binary_expression left: (_) @replace)
  (binary_expression right: (_) @replace)
  (cast_expression value: (_) @replace)
  (dimensions_expr (_) @replace)
  (lambda_expression body: (_) @replace)
  (parenthesized_expression (expression) @replace)
  (return_statement (expression) @replace)
  (ternary_expression consequence: (_) @replace)
  (ternary_expression alternative: (_) @replace)
  (unary_expression operand: (_) @replace)
  (variable_declarator value: (_) @replace)
] (#set! reduce.with "0"))
([
  (argument_list (expression) @replace)
  (assignment_expression right: (_) @replace)
  (return_statement (expression) @replace)
  (throw_statement (expression) @replace)
  (variable_declarator value: (_) @replace)
  (enhanced_for_statement value: (_) @replace)
] (#set! reduce.with "null"))
([
  (if_statement condition: (parenthesized_expression (_) @replace))
  (while_statement condition: (parenthesized_expression (_) @replace))
  (for_statement condition: (_) @replace)
  (ternary_expression condition: (_) @replace)
] (#set! reduce.with "true"))
((string_literal) @replace (#set! reduce.with "\"\""))

; Bodies: one that never returns needs no value.
(method_declaration body: (block) @replace (#set! reduce.with "{for(;;);}") (#set! reduce.everywhere))
(method_declaration body: (block) @replace (#set! reduce.with ";"))
(method_declaration type: (_) @replace body: (block "{" (_)* @delete "}") (#set! reduce.with "void"))
(lambda_expression body: (_) @replace (#set! reduce.with "{}"))

; Types.
([
  (formal_parameter type: (_) @replace)
  (field_declaration type: (_) @replace)
  (local_variable_declaration type: (_) @replace)
  (method_declaration type: (_) @replace)
  (cast_expression type: (_) @replace)
  (array_type element: (_) @replace)
] (#set! reduce.with "int"))
(local_variable_declaration type: (_) @replace (#set! reduce.with "var"))
(type_arguments (_) @replace (#set! reduce.with "?"))

; Statements.
([
  (if_statement consequence: (_) @replace)
  (if_statement alternative: (_) @replace)
  (while_statement body: (_) @replace)
  (do_statement body: (_) @replace)
  (for_statement body: (_) @replace)
  (enhanced_for_statement body: (_) @replace)
  (labeled_statement (_) . (_) @replace)
] (#set! reduce.with ";"))

; Keep what is evaluated, drop what is done with it.
(block
  (local_variable_declaration
    . (_)* @delete
    . declarator: (variable_declarator name: (_) @delete "=" @delete value: [(method_invocation) (object_creation_expression)]) .))
(return_statement "return" @delete [(method_invocation) (object_creation_expression)])
(try_statement "try" @delete (catch_clause)* @delete (finally_clause)? @delete)
(synchronized_statement "synchronized" @delete (parenthesized_expression) @delete)
(method_invocation object: (_) @delete "." @delete)
(scoped_type_identifier . (_) @delete "." @delete)

; What goes from a large file at once.
([(annotation) (marker_annotation)] @delete (#set! reduce.everywhere))
(field_declaration (variable_declarator "=" @delete value: (_) @delete) (#set! reduce.everywhere))
((interface_body (method_declaration (modifiers) @_how) @delete)
 (#match? @_how "default")
 (#set! reduce.everywhere))
