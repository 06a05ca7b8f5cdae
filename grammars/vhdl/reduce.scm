; What keeps a VHDL compiler happy.

; Values.
([
  (association_element (conditional_expression) @replace)
  (case_expression (simple_expression) @replace)
  (initialiser (conditional_expression) @replace)
  (return_statement (conditional_or_unaffected_expression) @replace)
  (severity_expression (simple_expression) @replace)
  (simple_range (simple_expression) @replace)
  (simple_variable_assignment (conditional_or_unaffected_expression) @replace)
  (waveform_element . (simple_expression) @replace)
] (#set! reduce.with "0"))
([
  (if_statement "if" (relational_expression) @replace)
  (while_loop (relational_expression) @replace)
] (#set! reduce.with "true"))
([
  (initialiser (conditional_expression) @replace)
  (waveform_element . (simple_expression) @replace)
] (#set! reduce.with "'0'"))
(report_expression (simple_expression) @replace (#set! reduce.with "\"\""))

; Types.
([
  (subtype_indication type: (_) @replace)
  (function_specification "return" type: (_) @replace)
] (#set! reduce.with "bit"))
(subtype_indication type: (_) @replace (#set! reduce.with "integer"))
(initialiser) @delete

; Statements.
([
  (simple_variable_assignment) @replace
  (simple_waveform_assignment) @replace
  (if_statement_block) @replace
  (case_statement) @replace
  (loop_statement) @replace
  (report_statement) @replace
] (#set! reduce.with "null;"))

; Names at the end of what they began.
(end_architecture architecture: (_) @delete)
(end_entity entity: (_) @delete)
(end_package package: (_) @delete)
(end_process (label) @delete)
(sensitivity_specification) @delete
