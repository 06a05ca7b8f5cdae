; What names mean in Lua: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (function_declaration)
  (function_definition)
  (block)
  (for_statement)
  (do_statement)
] @scope
(table_constructor) @scope.members

; What introduces names.
[
  (function_declaration)
  (variable_declaration)
  (label_statement)
  (field name: (_))
] @definition

(function_declaration name: (identifier) @name.function parameters: (_) @parameters body: (_) @body)
(function_declaration name: (dot_index_expression field: (_) @name.member) parameters: (_) @parameters body: (_) @body)
(function_declaration name: (method_index_expression method: (_) @name.member) parameters: (_) @parameters body: (_) @body)
(variable_declaration (assignment_statement (variable_list name: (identifier) @name.value)))
(variable_declaration (assignment_statement (variable_list . name: (identifier) .) (expression_list . value: (_) @value .))) @definition
; A variable that nothing declares is as global as one that is.
(chunk (assignment_statement
  (variable_list . name: (identifier) @name.value .)
  (expression_list . value: (_) @value .)) @definition)
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name.function .)
    (expression_list . value: (function_definition parameters: (_) @parameters body: (_) @body) .)))
(parameters name: (identifier) @name.parameter @definition)
(for_numeric_clause name: (identifier) @name.value @definition)
(for_generic_clause (variable_list name: (identifier) @name.value @definition))
(field name: (identifier) @name.member value: (_) @value)

; Members and labels.
(dot_index_expression field: (_) @member)
(method_index_expression method: (_) @member)
(label_statement (identifier) @name.label)
(goto_statement (identifier) @label)

; Uses with a list of things for the parameters.
(function_call name: (identifier) @callee arguments: (_) @arguments) @call
(function_call name: (dot_index_expression field: (_) @callee) arguments: (_) @arguments) @call
(function_call name: (method_index_expression method: (_) @callee) arguments: (_) @arguments) @call
