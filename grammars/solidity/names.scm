; What names mean in Solidity: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (function_definition)
  (constructor_definition)
  (modifier_definition)
  (block_statement)
  (for_statement)
] @scope
[
  (contract_body)
  (struct_body)
  (enum_body)
] @scope.open

; What introduces names.
[
  (contract_declaration)
  (interface_declaration)
  (library_declaration)
  (struct_declaration)
  (struct_member)
  (enum_declaration)
  (event_definition)
  (error_declaration)
  (function_definition)
  (modifier_definition)
  (state_variable_declaration)
  (constant_variable_declaration)
  (user_defined_type_definition)
  (variable_declaration)
  (parameter)
] @definition
(variable_declaration_statement . (variable_declaration)) @definition.outer

(contract_declaration name: (_) @name.type body: (_) @fields)
(interface_declaration name: (_) @name.type body: (_) @fields)
(library_declaration name: (_) @name.type body: (_) @fields)
(struct_declaration name: (_) @name.type body: (_) @fields)
(struct_member name: (_) @name.member)
(enum_declaration name: (_) @name.type body: (_) @fields)
(enum_value) @name.member @definition
(event_definition name: (_) @name.function)
(error_declaration name: (_) @name.function)
(function_definition name: (_) @name.function)
(function_definition body: (_) @body) @definition
(modifier_definition name: (_) @name.function body: (_) @body)
(state_variable_declaration name: (_) @name.value)
(state_variable_declaration value: (_) @value) @definition
(constant_variable_declaration name: (_) @name.value value: (_) @value)
(user_defined_type_definition name: (_) @name.type)
(variable_declaration name: (_) @name.value)
(variable_declaration type: (_) @result) @definition
(parameter name: (_) @name.parameter)
(parameter type: (_) @result) @definition
(import_directive import_name: (_) @name.import) @definition

; Members.
(member_expression property: (_) @qualified)
(struct_field_assignment name: (_) @member)
(call_struct_argument name: (_) @member)
