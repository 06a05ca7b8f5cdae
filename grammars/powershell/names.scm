; What names mean in PowerShell: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (function_statement)
  (class_statement)
  (class_method_definition)
] @scope

; What introduces names.
(function_statement (function_name) @name.function (script_block) @body) @definition
(class_statement . (simple_name) @name.type) @definition
(class_method_definition (simple_name) @name.member) @definition
(class_property_definition (variable) @name.member) @definition
(script_parameter (variable) @name.parameter) @definition

; Members.
(member_access (member_name (simple_name) @member))
