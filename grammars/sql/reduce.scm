; What keeps a database happy.

; Values.
([
  (assignment right: (_) @replace)
  (between_expression low: (_) @replace)
  (between_expression high: (_) @replace)
  (binary_expression left: (_) @replace)
  (binary_expression right: (_) @replace)
  (case (binary_expression) @replace)
  (group_by (binary_expression) @replace)
  (invocation parameter: (_) @replace)
  (join predicate: (_) @replace)
  (list (literal) @replace)
  (term value: (_) @replace)
  (where predicate: (_) @replace)
] (#set! reduce.with "1"))
([
  (binary_expression right: (_) @replace)
  (list (literal) @replace)
  (term value: (_) @replace)
] (#set! reduce.with "NULL"))
(select_expression (term) @replace (#set! reduce.with "*"))
(column_definition type: (_) @replace (#set! reduce.with "INT"))

; Shorter statements.
(create_query (select (select_expression) @replace) (from) @delete (#set! reduce.with "1"))
(subquery (select (select_expression) @replace) (from) @delete (#set! reduce.with "1"))
; What joins all with all.
(join . (keyword_join) @replace (keyword_on) @delete predicate: (_) @delete (#set! reduce.with ","))
(join . (keyword_join) @replace (keyword_using) @delete (list) @delete (#set! reduce.with ","))
