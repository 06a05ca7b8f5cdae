; What names mean in make: variables, and what a rule makes. All are visible everywhere.

[
  (variable_assignment)
  (define_directive)
  (rule)
] @definition

(variable_assignment name: (word) @name.value value: (_) @value)
(variable_assignment name: (word) @name.value)
(define_directive name: (word) @name.value)
(rule (targets (word) @name.function))
(rule (targets) (recipe) @body) @definition

(variable_reference (word)) @reference.signed
