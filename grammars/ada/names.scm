; What names mean in Ada: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (subprogram_body)
  (subprogram_declaration)
] @scope
(package_declaration) @scope.open
(package_body) @scope.open

; What introduces names.
(procedure_specification name: (identifier) @name.function (formal_part) @parameters)
(procedure_specification name: (identifier) @name.function)
(function_specification name: (identifier) @name.function (formal_part) @parameters)
(function_specification name: (identifier) @name.function)
[
  (subprogram_body)
  (subprogram_declaration)
] @definition
(package_declaration name: (identifier) @name.module) @definition
(full_type_declaration . (identifier) @name.type) @definition
(subtype_declaration . (identifier) @name.type) @definition
(object_declaration name: (identifier) @name.value) @definition
(parameter_specification . (identifier) @name.parameter) @definition
(component_declaration (identifier) @name.member) @definition

; Uses.
(selected_component selector_name: (identifier) @qualified)
(function_call name: (identifier) @callee (actual_parameter_part) @arguments) @call
(procedure_call_statement name: (identifier) @callee (actual_parameter_part) @arguments) @call
