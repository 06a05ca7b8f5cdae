; What keeps a Solidity compiler happy.

; Values.
([
  (array_access index: (_) @replace)
  (assignment_expression right: (_) @replace)
  (augmented_assignment_expression right: (_) @replace)
  (binary_expression left: (_) @replace)
  (binary_expression right: (_) @replace)
  (call_argument (expression) @replace)
  (call_struct_argument value: (_) @replace)
  (constant_variable_declaration value: (_) @replace)
  (return_statement (expression) @replace)
  (state_variable_declaration value: (_) @replace)
  (struct_field_assignment value: (_) @replace)
  (tuple_expression (expression) @replace)
  (variable_declaration_statement value: (_) @replace)
] (#set! reduce.with "0"))
([
  (do_while_statement condition: (_) @replace)
  (if_statement condition: (_) @replace)
  (while_statement condition: (_) @replace)
  (call_argument (expression) @replace)
] (#set! reduce.with "true"))
(expression (string_literal) @replace (#set! reduce.with "\"\""))

; Bodies.
(function_definition body: (_) @replace (#set! reduce.with ";"))
(function_definition body: (_) @replace (#set! reduce.with "{}") (#set! reduce.everywhere))
(constructor_definition body: (_) @replace (#set! reduce.with "{}"))
(modifier_definition body: (_) @replace (#set! reduce.with "{_;}"))
(block_statement) @empty

; Types.
([
  (event_parameter type: (_) @replace)
  (parameter type: (_) @replace)
  (state_variable_declaration type: (_) @replace)
  (struct_member type: (_) @replace)
  (variable_declaration type: (_) @replace)
] (#set! reduce.with "uint"))
(parameter location: _ @delete)

; Statements.
([
  (if_statement body: (_) @replace)
  (for_statement body: (_) @replace)
  (while_statement body: (_) @replace)
  (do_while_statement body: (_) @replace)
] (#set! reduce.with "{}"))

; Keep what is evaluated, drop what is done with it.
(variable_declaration_statement . (_) @delete . "=" @delete value: (_))
(return_statement "return" @delete (expression))
(emit_statement "emit" @delete)

; What a definition need not say.
(visibility) @delete
(state_mutability) @delete
(virtual) @delete
(override_specifier) @delete
(function_definition return_type: (_) @delete)
(contract_declaration "is" @delete . (inheritance_specifier) @delete . "," @delete . (inheritance_specifier) @delete . body: (_))
