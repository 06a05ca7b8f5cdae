; What keeps an HLSL compiler happy, beyond what C++ says.

([
  (declaration type: (_) @replace)
  (field_declaration type: (_) @replace)
  (function_definition type: (_) @replace)
  (parameter_declaration type: (_) @replace)
] (#set! reduce.with "float"))
(function_declarator (semantics) @delete)
(qualifiers) @delete
(hlsl_attribute) @delete
