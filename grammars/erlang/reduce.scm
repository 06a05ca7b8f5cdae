; What keeps an Erlang compiler happy.

; Values.
([
  (binary_op_expr lhs: (_) @replace)
  (binary_op_expr rhs: (_) @replace)
  (clause_body exprs: (_) @replace)
  (expr_args args: (_) @replace)
  (field_expr expr: (_) @replace)
  (list exprs: (_) @replace)
  (map_field value: (_) @replace)
  (match_expr rhs: (_) @replace)
  (tuple expr: (_) @replace)
] (#set! reduce.with "0"))
([
  (clause_body exprs: (_) @replace)
  (case_expr expr: (_) @replace)
  (match_expr rhs: (_) @replace)
  (expr_args args: (_) @replace)
] (#set! reduce.with "ok"))
((string) @replace (#set! reduce.with "\"\""))
(guard_clause exprs: (_) @replace (#set! reduce.with "true"))
([
  (cr_clause pat: (_) @replace)
  (catch_clause pat: (_) @replace)
  (fun_clause args: (expr_args args: (_) @replace))
  (function_clause args: (expr_args args: (_) @replace))
] (#set! reduce.with "_"))


; Keep what is evaluated, drop what is done with it.
(remote module: (_) @delete)
(cr_clause "when" @delete guard: (_) @delete)
(function_clause "when" @delete guard: (_) @delete)

; The last clause of a function goes, and its full stop ends the one before it.
((fun_decl ";" @delete) . (fun_decl clause: (_) @delete))
