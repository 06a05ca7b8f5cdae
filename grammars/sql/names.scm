; What names mean in SQL: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
(column_definitions) @scope.members

; What introduces names.
(create_table (object_reference name: (identifier) @name.type)) @definition
(create_table (column_definitions) @fields) @definition
(create_view (object_reference name: (identifier) @name.type) (create_query) @value) @definition
(create_index column: (identifier) @name.value) @definition
(column_definition name: (identifier) @name.member) @definition
(cte . (identifier) @name.type (statement) @value) @definition
(relation alias: (identifier) @name.value) @definition
(term alias: (identifier) @name.value) @definition
[
  (statement . (create_table) .)
  (statement . (create_view) .)
  (statement . (create_index) .)
] @definition.outer

; Members.
(field name: (identifier) @member)
(column name: (identifier) @member)

; Values for the columns of a table.
(insert (object_reference name: (identifier) @callee) . (keyword_values) (list) @arguments.fields) @call
(insert (object_reference name: (identifier) @callee) . (select (select_expression) @arguments.fields)) @call
