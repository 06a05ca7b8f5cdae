; What keeps an Elixir compiler happy.

; Values.
([
  (arguments (_) @replace)
  (binary_operator left: (_) @replace)
  (binary_operator right: (_) @replace)
  (list (_) @replace)
  (pair value: (_) @replace)
  (stab_clause right: (body (_) @replace))
  (tuple (_) @replace)
] (#set! reduce.with "0"))
([
  (arguments (_) @replace)
  (binary_operator right: (_) @replace)
  (pair value: (_) @replace)
  (stab_clause right: (body (_) @replace))
] (#set! reduce.with "nil"))
(stab_clause left: (arguments (_) @replace) (#set! reduce.with "_"))
((string) @replace (#set! reduce.with "\"\""))
((charlist) @replace (#set! reduce.with "''"))
((sigil) @replace (#set! reduce.with "\"\""))

; Blocks.
((do_block) @replace (#set! reduce.with "do end"))
(do_block [(else_block) (rescue_block) (catch_block) (after_block)] @delete)
(call (do_block) @delete)
((anonymous_function) @replace (#set! reduce.with "&(&1)"))
