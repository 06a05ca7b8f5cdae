; What keeps PowerShell happy.

; Values.
([
  (argument_expression (_) @replace)
  (array_literal_expression (_) @replace)
  (assignment_expression value: (_) @replace)
  (hash_entry (pipeline) @replace)
  (script_parameter_default (_) @replace)
] (#set! reduce.with "0"))
([
  (assignment_expression value: (_) @replace)
  (flow_control_statement (pipeline) @replace)
] (#set! reduce.with "$null"))
([
  (if_statement condition: (_) @replace)
  (elseif_clause condition: (_) @replace)
  (for_condition (_) @replace)
  (while_condition (_) @replace)
] (#set! reduce.with "1"))
((string_literal) @replace (#set! reduce.with "''"))

; Bodies.
(statement_block) @empty
(script_parameter (attribute_list) @delete)
(function_statement (script_block) @delete)
(class_method_definition (type_literal) @delete)
(class_property_definition (type_literal) @delete)

; Keep what is evaluated, drop what is done with it.
(flow_control_statement "return" @delete (pipeline))
(pipeline (assignment_expression (left_assignment_expression) @delete (assignement_operator) @delete value: (_)))
(cast_expression (type_literal) @delete)
