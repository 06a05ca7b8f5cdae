; What keeps a Ruby interpreter happy.

; Values.
([
  (argument_list (_) @replace)
  (array (_) @replace)
  (assignment right: (_) @replace)
  (binary left: (_) @replace)
  (binary right: (_) @replace)
  (conditional condition: (_) @replace)
  (conditional consequence: (_) @replace)
  (conditional alternative: (_) @replace)
  (element_reference (_) "[" (_) @replace)
  (if condition: (_) @replace)
  (elsif condition: (_) @replace)
  (unless condition: (_) @replace)
  (while condition: (_) @replace)
  (case value: (_) @replace)
  (in (_) @replace)
  (interpolation (_) @replace)
  (keyword_parameter value: (_) @replace)
  (operator_assignment right: (_) @replace)
  (optional_parameter value: (_) @replace)
  (pair value: (_) @replace)
  (superclass (_) @replace)
  (when pattern: (_) @replace)
] (#set! reduce.with "0"))
([
  (argument_list (_) @replace)
  (assignment right: (_) @replace)
  (until condition: (_) @replace)
  (call receiver: (_) @replace)
] (#set! reduce.with "nil"))
([
  (assignment right: (_) @replace)
  (in (_) @replace)
  (splat_argument (_) @replace)
] (#set! reduce.with "[]"))
((string) @replace (#set! reduce.with "''"))
((regex) @replace (#set! reduce.with "/a/"))

; Keep what is evaluated, drop what is done with it.
(return "return" @delete (argument_list . (_) .))
(if "if" @delete condition: (_) consequence: (_)? @delete alternative: (_)? @delete "end" @delete)
(unless "unless" @delete condition: (_) consequence: (_)? @delete alternative: (_)? @delete "end" @delete)
(scope_resolution scope: (_) @delete "::" @delete)
(begin "begin" @delete (rescue)* @delete (else)? @delete (ensure)? @delete "end" @delete)

; What holds others may go from around them.
(module "module" @delete name: (_) @delete body: (_) "end" @delete)
(class "class" @delete name: (_) @delete superclass: (_)? @delete body: (_) "end" @delete)
