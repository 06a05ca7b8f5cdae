; What keeps a Haskell compiler happy.

; Values: `undefined` has every type.
([
  (alternative match: (match expression: (_) @replace))
  (apply argument: (_) @replace)
  (bind match: (match expression: (_) @replace))
  (case . "case" . (_) @replace)
  (conditional if: (_) @replace)
  (conditional then: (_) @replace)
  (conditional else: (_) @replace)
  (exp (_) @replace)
  (function match: (match expression: (_) @replace))
  (generator expression: (_) @replace)
  (infix left_operand: (_) @replace)
  (infix right_operand: (_) @replace)
  (lambda expression: (_) @replace)
  (let_in expression: (_) @replace)
  (list element: (_) @replace)
  (parens expression: (_) @replace)
  (tuple element: (_) @replace)
] (#set! reduce.with "undefined"))
([
  (apply argument: (_) @replace)
  (bind match: (match expression: (_) @replace))
  (exp (_) @replace)
  (function match: (match expression: (_) @replace))
  (infix right_operand: (_) @replace)
] (#set! reduce.with "()"))

; Patterns.
([
  (patterns (_) @replace)
  (alternative pattern: (_) @replace)
] (#set! reduce.with "_"))

; Types.
([
  (signature type: (_) @replace)
  (function parameter: (_) @replace)
  (function result: (_) @replace)
  (type_synonym type: (_) @replace)
  (field type: (_) @replace)
] (#set! reduce.with "()"))
(signature type: (context . (_) @delete . "=>" @delete))

; Keep what is evaluated, drop what is done with it.
(conditional "if" @delete if: (_) @delete "then" @delete then: (_) "else" @delete else: (_) @delete)
(conditional "if" @delete if: (_) @delete "then" @delete then: (_) @delete "else" @delete else: (_))
(let_in "let" @delete binds: (_) @delete "in" @delete)
(function "where" @delete binds: (local_binds) @delete)
(class "where" @delete declarations: (_) @delete)
(instance "where" @delete declarations: (_) @delete)
(class context: (_) @delete)
(data_type deriving: (_) @delete)
(newtype deriving: (_) @delete)
(header exports: (_) @delete)
(import "hiding"? @delete names: (_) @delete)
