; What names mean in D: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (function_declaration)
  (constructor)
  (function_literal)
  (block_statement)
  (for_statement)
  (foreach_statement)
] @scope
[
  (aggregate_body)
  (template_declaration)
] @scope.open
(enum_declaration) @scope.members

; What introduces names.
[
  (variable_declaration)
  (auto_declaration)
  (alias_declaration)
] @definition

(function_declaration (identifier) @name.function (parameters) @parameters) @definition
(function_declaration (type) @result (identifier)) @definition
(function_declaration (function_body) @body) @definition
(parameter (identifier) @name.parameter) @definition
(class_declaration (class) . (identifier) @name.type) @definition
(struct_declaration (struct) . (identifier) @name.type) @definition
(struct_declaration (template_parameters) @generics) @definition
(union_declaration (union) . (identifier) @name.type) @definition
(interface_declaration (interface) . (identifier) @name.type) @definition
(enum_declaration (enum) . (identifier) @name.type) @definition
(template_declaration (template) . (identifier) @name.type (template_parameters) @generics) @definition
(enum_member . (identifier) @name.member) @definition
(variable_declaration (type) @result) @definition
(declarator . (identifier) @name.value)
(auto_declaration variable: (identifier) @name.value value: (_) @value)
(manifest_declarator . (identifier) @name.value) @definition
(alias_initializer . (identifier) @name.type)
(foreach_type (identifier) @name.value) @definition

; Members.
(property_expression (identifier) @member .)

; Names that are visible without being named.
(import_declaration) @glob

; Uses with a list of things for the parameters.
(call_expression . (identifier) @callee (named_arguments) @arguments) @call
