; What keeps a Verilog compiler or simulator happy.

; Values.
([
  (blocking_assignment (operator_assignment (expression) @replace))
  (case_item_expression (expression) @replace)
  (concatenation (expression) @replace)
  (cond_predicate (expression) @replace)
  (list_of_arguments (expression) @replace)
  (named_port_connection connection: (_) @replace)
  (net_assignment (expression) @replace)
  (net_decl_assignment (expression) @replace)
  (nonblocking_assignment (expression) @replace)
  (param_assignment (constant_param_expression) @replace)
  (select (bit_select (expression) @replace))
  (variable_decl_assignment "=" (expression) @replace)
  (constant_range (constant_expression) @replace)
] (#set! reduce.with "0"))
(cond_predicate (expression) @replace (#set! reduce.with "1"))
((string_literal) @replace (#set! reduce.with "\"\""))

; Bodies and statements.
([
  (conditional_statement (statement_or_null) @replace)
  (loop_statement (statement_or_null) @replace)
  (case_item (statement_or_null) @replace)
  (initial_construct (statement_or_null) @replace)
  (procedural_timing_control_statement (statement_or_null) @replace)
] (#set! reduce.with ";"))

(seq_block ":" @delete . (simple_identifier) @delete)
(statement block_name: (_) @delete ":" @delete)

; Types.
([
  (variable_port_type (data_type) @replace)
  (data_type_or_implicit (data_type) @replace)
  (data_type_or_void (data_type) @replace)
] (#set! reduce.with "logic"))

; Keep what is evaluated, drop what is done with it.
(procedural_timing_control_statement (event_control) @delete (statement_or_null))
(procedural_timing_control_statement (delay_control) @delete (statement_or_null))
(wait_statement "wait" @delete "(" @delete (expression) @delete ")" @delete (statement_or_null))
(unpacked_dimension) @delete
(packed_dimension) @delete
(parameter_value_assignment) @delete
