; What names mean in Nix: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (function_expression)
  (let_expression)
] @scope
(attrset_expression) @scope.members
(rec_attrset_expression) @scope

; What introduces names.
(let_expression (binding_set (binding attrpath: (attrpath . (identifier) @name.value .) expression: (_) @value) @definition))
(rec_attrset_expression (binding_set (binding attrpath: (attrpath . (identifier) @name.value .) expression: (_) @value) @definition))
(attrset_expression (binding_set (binding attrpath: (attrpath . (identifier) @name.member .) expression: (_) @value) @definition))
(function_expression universal: (identifier) @name.parameter @definition)
(formal name: (identifier) @name.parameter) @definition

; Members.
(select_expression attrpath: (attrpath (identifier) @member))
