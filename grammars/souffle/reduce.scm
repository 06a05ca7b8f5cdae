; What keeps Soufflé happy.

(atom argument: (_) @replace (#set! reduce.with "_"))
(conjunction (_) @replace (#set! reduce.with "true"))
([
  (comparison left: (_) @replace)
  (comparison right: (_) @replace)
  (binary_op right: (_) @replace)
  (adt_constructor argument: (_) @replace)
] (#set! reduce.with "0"))
(attribute type: (_) @replace (#set! reduce.with "number"))
(subtype right: (_) @replace (#set! reduce.with "number"))
((string) @replace (#set! reduce.with "\"\""))

; A rule may become a fact.
(monotonic_rule ":-" @delete body: (_) @delete plan: (_)? @delete)
