; What names mean in Soufflé: relations and types, visible everywhere, and the variables of a rule.

[
  (relation_decl)
  (type_decl)
  (functor_decl)
  (component_decl)
  (component_init)
] @definition
[
  (fact)
  (monotonic_rule)
] @scope
(relation_decl head: (ident) @name.function)
(type_decl (subtype left: (ident) @name.type))
(type_decl (type_record left: (ident) @name.type))
(type_decl (type_union left: (ident) @name.type))
(type_decl (adt left: (ident) @name.type))
(functor_decl name: (ident) @name.function)
(component_decl type: (component_type name: (ident) @name.type))
(component_init name: (ident) @name.value)
