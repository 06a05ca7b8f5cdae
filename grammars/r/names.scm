; What names mean in R: what defines them, where they are visible, and what belongs to them.

(function_definition) @scope
(binary_operator lhs: (identifier) @name.value operator: "<-" rhs: (_) @value) @definition
(binary_operator lhs: (identifier) @name.value operator: "=" rhs: (_) @value) @definition
(binary_operator
  lhs: (identifier) @name.function
  operator: "<-"
  rhs: (function_definition parameters: (_) @parameters body: (_) @body))
(parameter name: (identifier) @name.parameter) @definition
(for_statement variable: (identifier) @name.value @definition)
(extract_operator rhs: (identifier) @member)
(argument name: (identifier) @member)

; Uses with a list of things for the parameters.
(call function: (identifier) @callee arguments: (_) @arguments) @call
