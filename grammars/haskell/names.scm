; What names mean in Haskell: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (function)
  (lambda)
  (alternative)
  (let_in)
  (do)
  (list_comprehension)
] @scope

; What introduces names.
[
  (function)
  (bind)
  (signature)
  (data_type)
  (newtype)
  (type_synonym)
  (class)
  (data_constructor)
  (gadt_constructor)
] @definition

(function name: (variable) @name.function)
(function patterns: (_) @parameters) @definition
(function match: (_) @body) @definition
(bind name: (variable) @name.value match: (_) @value)
(bind pattern: (variable) @name.value)
(signature name: (variable) @name.function)
(data_type name: (name) @name.type)
(newtype name: (name) @name.type)
(type_synonym name: (name) @name.type)
(class name: (name) @name.type)
(data_constructor (prefix . name: (constructor) @name.member))
(data_constructor (record . name: (constructor) @name.member))
(gadt_constructor name: (constructor) @name.member)
(field name: (field_name (variable) @name.member)) @definition
(patterns (variable) @name.parameter @definition)
(generator pattern: (variable) @name.value @definition)
