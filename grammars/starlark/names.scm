; What names mean in Starlark: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
(module) @scope.open
[
  (function_definition)
  (lambda)
  (list_comprehension)
  (dictionary_comprehension)
] @scope

; What introduces names.
[
  (function_definition)
  (assignment)
  (default_parameter)
] @definition
(for_statement left: (_) @definition)
(for_in_clause left: (_) @definition)
(expression_statement . (assignment) .) @definition.outer

; Functions, variables and parameters.
(function_definition name: (_) @name.function parameters: (_) @parameters body: (_) @body)
(assignment left: (identifier) @name.value)
(assignment right: (_) @value) @definition
(for_statement left: (identifier) @name.value)
(for_in_clause left: (identifier) @name.value)
(parameters (identifier) @name.parameter @definition)
(lambda_parameters (identifier) @name.parameter @definition)
(default_parameter name: (identifier) @name.parameter value: (_) @value)
(attribute attribute: (_) @member)
(keyword_argument name: (_) @member)

; Uses with a list of things for the parameters.
(call function: (identifier) @callee arguments: (argument_list) @arguments) @call
