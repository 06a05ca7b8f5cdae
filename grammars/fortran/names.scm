; What names mean in Fortran: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (subroutine)
  (function)
  (program)
] @scope
(module) @scope.open
(derived_type_definition) @scope.members

; What introduces names. An argument has its name in the list, and once more where its type is said.
[
  (module)
  (subroutine)
  (function)
  (derived_type_definition)
  (variable_declaration)
] @definition

(module_statement (name) @name.module)
(subroutine_statement name: (name) @name.function)
(subroutine (subroutine_statement parameters: (_) @parameters)) @definition
(function_statement name: (name) @name.function)
(function (function_statement parameters: (_) @parameters)) @definition
(function (function_statement type: (_) @result)) @definition
(function_result (identifier) @name.value) @definition
(parameters (identifier) @name.parameter @definition)
(interface (interface_statement (name) @name.function)) @definition
(derived_type_statement (type_name) @name.type)
(variable_declaration type: (_) @result) @definition
(variable_declaration declarator: (identifier) @name.value)
(sized_declarator . (identifier) @name.value)
(init_declarator left: (identifier) @name.value right: (_) @value) @definition
(use_alias (local_name) @name.import) @definition

; Members and labels.
(derived_type_definition (variable_declaration declarator: (identifier) @name.member))
(derived_type_definition (variable_declaration declarator: (init_declarator left: (identifier) @name.member)))
(procedure_statement declarator: (binding (binding_name (identifier) @name.member))) @definition
(derived_type_member_expression (type_member) @member)
(statement_label) @name.label @definition
(statement_label_reference) @label

; Names that are visible without being named.
(use_statement (module_name) .) @glob

; Uses with a list of things for the parameters.
(call_expression . (identifier) @callee (argument_list) @arguments) @call
(subroutine_call subroutine: (identifier) @callee (argument_list) @arguments) @call
