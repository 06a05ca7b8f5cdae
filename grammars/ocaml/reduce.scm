; What keeps an OCaml compiler happy.

; Values: `assert false` has every type.
([
  (let_binding body: (_) @replace)
  (match_case body: (_) @replace)
  (fun_expression body: (_) @replace)
  (then_clause (_) @replace)
  (else_clause (_) @replace)
  (parenthesized_expression (_) @replace)
  (let_expression body: (_) @replace)
] (#set! reduce.with "assert false"))
([
  (application_expression argument: (_) @replace)
  (array_expression (_) @replace)
  (fun_expression body: (_) @replace)
  (infix_expression left: (_) @replace)
  (infix_expression right: (_) @replace)
  (let_binding body: (_) @replace)
  (list_expression (_) @replace)
  (match_case body: (_) @replace)
  (match_expression (_) @replace . "with")
  (set_expression body: (_) @replace)
  (then_clause (_) @replace)
  (tuple_expression (_) @replace)
] (#set! reduce.with "0"))
([
  (application_expression argument: (_) @replace)
  (else_clause (_) @replace)
  (let_binding body: (_) @replace)
  (let_expression body: (_) @replace)
  (match_case body: (_) @replace)
  (sequence_expression (_) @replace)
  (then_clause (_) @replace)
] (#set! reduce.with "()"))
([
  (if_expression condition: (_) @replace)
  (while_expression condition: (_) @replace)
] (#set! reduce.with "true"))
((string) @replace (#set! reduce.with "\"\""))

; Patterns.
([
  (match_case pattern: (_) @replace)
  (parameter pattern: (_) @replace)
  (let_binding pattern: (_) @replace)
] (#set! reduce.with "_"))

; Types.
([
  (field_declaration type: (_) @replace)
  (constructor_declaration "of" (_) @replace)
  (function_type domain: (_) @replace)
  (function_type codomain: (_) @replace)
  (type_binding body: (_) @replace)
  (typed_pattern type: (_) @replace)
] (#set! reduce.with "int"))
(let_binding ":" @delete . type: (_) @delete)
(typed_expression "(" @delete expression: (_) ":" @delete type: (_) @delete ")" @delete)

; Keep what is evaluated, drop what is done with it.
(let_expression (value_definition) @delete "in" @delete)
(let_expression (value_definition "let" @delete (let_binding pattern: (_) @delete . "=" @delete body: (_))) "in" @replace (#set! reduce.with ";"))
(if_expression "if" @delete condition: (_) @delete (then_clause "then" @delete (_)) (else_clause)? @delete)
(if_expression "if" @delete condition: (_) @delete (then_clause) @delete (else_clause "else" @delete (_)))
(match_expression expression: (_) @hoist)
(try_expression expression: (_) @hoist)

; What holds others may go from around them.
(compilation_unit (module_definition "module" @delete (module_binding (module_name) @delete . "=" @delete body: (structure "struct" @delete "end" @delete))))
(structure) @empty
