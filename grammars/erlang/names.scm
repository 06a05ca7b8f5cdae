; What names mean in Erlang: what defines them, where they are visible, and what belongs to them.

[
  (function_clause)
  (fun_clause)
  (cr_clause)
] @scope

[
  (function_clause)
  (record_decl)
  (type_alias)
  (pp_define)
] @definition

(fun_decl clause: (function_clause)) @definition.outer
(function_clause name: (atom) @name.function args: (_) @parameters)
(function_clause body: (_) @body)
(record_decl name: (atom) @name.type)
(record_decl fields: (record_field name: (atom) @name.member) @definition)
(type_alias name: (type_name name: (atom) @name.type))
(pp_define lhs: (macro_lhs name: (var) @name.macro))
(match_expr lhs: (var) @name.value rhs: (_) @value) @definition
(function_clause args: (expr_args args: (var) @name.parameter @definition))
(fun_clause args: (expr_args args: (var) @name.parameter @definition))
(generator lhs: (var) @name.value @definition)

; Members.
(record_name name: (atom) @tag)
(record_field_name name: (atom) @member)

; Uses with a list of things for the parameters.
(call expr: (atom) @callee args: (_) @arguments) @call

; Clauses go with those behind them, up to the full stop; what is said of a function goes with it.
(fun_decl ";") @attribute
(spec) @attribute
