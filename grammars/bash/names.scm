; What names mean in Bash. All are visible everywhere: `local` hides a name, but rarely one that matters.

[
  (function_definition)
  (variable_assignment)
] @definition
(declaration_command . (variable_assignment) .) @definition.outer

(function_definition name: (_) @name.function body: (_) @body)
(variable_assignment name: (variable_name) @name.value)
(variable_assignment value: (_) @value) @definition
(declaration_command (variable_name) @name.value @definition)
(for_statement variable: (_) @name.value @definition)

(simple_expansion (variable_name)) @reference.signed
(expansion . (variable_name) .) @reference.signed
