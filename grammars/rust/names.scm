; What names mean in Rust: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
(source_file) @scope.open
[
  (function_item)
  (function_signature_item)
  (impl_item)
  (trait_item)
  (struct_item)
  (enum_item)
  (union_item)
  (type_item)
  (associated_type)
  (block)
  (closure_expression)
  (match_arm)
  (for_expression)
  (if_expression)
  (while_expression)
  (function_type)
  (where_predicate)
] @scope
(trait_bounds (higher_ranked_trait_bound) @scope)
(mod_item body: (_) @scope.open)
(impl_item body: (_) @scope.members)
(trait_item body: (_) @scope.members)
[
  (field_declaration_list)
  (enum_variant_list)
] @scope.members

; What introduces names.
[
  (function_item)
  (function_signature_item)
  (struct_item)
  (enum_item)
  (union_item)
  (type_item)
  (trait_item)
  (mod_item)
  (const_item)
  (static_item)
  (macro_definition)
  (associated_type)
  (extern_crate_declaration)
  (enum_variant)
  (field_declaration)
  (parameter)
  (type_parameter)
  (const_parameter)
  (lifetime_parameter)
  (let_declaration)
] @definition

; What belongs to what stands elsewhere.
(impl_item type: (type_identifier) @extends) @extension
(impl_item type: (generic_type type: (type_identifier) @extends)) @extension
(impl_item type: (scoped_type_identifier name: (_) @extends)) @extension
(impl_item type: (generic_type type: (scoped_type_identifier name: (_) @extends))) @extension
(impl_item trait: (type_identifier) @implements) @extension
(impl_item trait: (generic_type type: (type_identifier) @implements)) @extension
(impl_item trait: (scoped_type_identifier name: (_) @implements)) @extension
(impl_item trait: (generic_type type: (scoped_type_identifier name: (_) @implements))) @extension
(attribute_item) @attribute
(use_wildcard) @glob
(use_declaration (visibility_modifier)) @export

; Items.
(function_item name: (_) @name.function parameters: (_) @parameters body: (_) @body)
(function_item return_type: (_) @result) @definition
(function_signature_item name: (_) @name.function parameters: (_) @parameters)
(function_signature_item return_type: (_) @result) @definition
(struct_item name: (_) @name.type)
(struct_item body: (_) @fields) @definition
(union_item name: (_) @name.type body: (_) @fields)
(enum_item name: (_) @name.type body: (_) @fields)
(type_item name: (_) @name.type type: (_) @value)
(trait_item name: (_) @name.type)
(associated_type name: (_) @name.type)
(mod_item name: (_) @name.module)
(mod_item body: (_) @body) @definition
(const_item name: (_) @name.value type: (_) @result)
(const_item value: (_) @value) @definition
(static_item name: (_) @name.value type: (_) @result)
(static_item value: (_) @value) @definition
(macro_definition name: (_) @name.macro)
(extern_crate_declaration name: (_) @name.module)
(extern_crate_declaration alias: (_) @name.module)

; Types and constants that they are given.
(function_item type_parameters: (_) @generics) @definition
(struct_item type_parameters: (_) @generics) @definition
(enum_item type_parameters: (_) @generics) @definition
(trait_item type_parameters: (_) @generics) @definition
(type_item type_parameters: (_) @generics) @definition

; Members.
(enum_variant name: (_) @name.member)
(enum_variant body: (_) @fields) @definition
(field_declaration name: (_) @name.member type: (_) @result)
(field_expression field: (field_identifier) @member)
(scoped_identifier name: (_) @qualified)
(scoped_type_identifier name: (_) @qualified)
(field_initializer field: (_) @member)
(field_pattern name: (_) @member)

; What is imported is visible under its last name.
(use_declaration argument: (identifier) @name.import) @definition
(use_declaration argument: (scoped_identifier name: (_) @name.import) @value) @definition
(use_list (identifier) @name.import @definition)
(use_list (scoped_identifier name: (_) @name.import) @definition)
(use_as_clause path: (_) @value alias: (_) @name.import) @definition
(use_declaration argument: (use_as_clause)) @definition.outer
(use_list . (_) .) @definition.outer
(scoped_use_list list: (use_list . (_) .)) @definition.outer
(use_declaration argument: (scoped_use_list list: (use_list . (_) .))) @definition.outer

; Parameters and variables.
(parameter pattern: (identifier) @name.parameter)
(parameter type: (_) @result) @definition
(parameter type: (function_type parameters: (_) @signature)) @definition
(closure_parameters (identifier) @name.parameter @definition)
(type_parameter name: (_) @name.generic)
(const_parameter name: (_) @name.generic)
(lifetime_parameter name: (lifetime (identifier) @name.label))
(for_lifetimes (lifetime (identifier) @name.label) @definition)
(let_declaration pattern: (identifier) @name.value)
(let_declaration type: (_) @result) @definition
(let_declaration value: (_) @value) @definition
(let_declaration pattern: (identifier) value: (closure_expression parameters: (_) @parameters)) @definition
((tuple_pattern (identifier) @name.value) (#lower? @name.value))
((slice_pattern (identifier) @name.value) (#lower? @name.value))
((tuple_struct_pattern type: (_) (identifier) @name.value) (#lower? @name.value))
(ref_pattern (identifier) @name.value)
(mut_pattern (identifier) @name.value)
(captured_pattern . (identifier) @name.value)
(field_pattern (shorthand_field_identifier) @name.value)
((field_pattern pattern: (identifier) @name.value) (#lower? @name.value))
((match_pattern . (identifier) @name.value) (#lower? @name.value))
(reference_pattern (identifier) @name.value)
(for_expression pattern: (identifier) @name.value)

; Labels and lifetimes.
(loop_expression (label (identifier) @name.label) @definition)
(while_expression (label (identifier) @name.label) @definition)
(for_expression (label (identifier) @name.label) @definition)
(break_expression (label (identifier) @label))
(continue_expression (label (identifier) @label))
(lifetime (identifier) @label)

; Uses with a list of things for the parameters or the fields.
(call_expression function: (identifier) @callee arguments: (_) @arguments) @call
(call_expression function: (scoped_identifier name: (_) @callee) arguments: (_) @arguments) @call
(call_expression function: (field_expression field: (field_identifier) @callee) arguments: (_) @arguments) @call
(struct_expression name: (type_identifier) @callee body: (_) @arguments.fields) @call
(struct_expression name: (scoped_type_identifier name: (_) @callee) body: (_) @arguments.fields) @call
(generic_type type: (type_identifier) @callee type_arguments: (_) @arguments.generics) @call
(generic_type type: (scoped_type_identifier name: (_) @callee) type_arguments: (_) @arguments.generics) @call
(generic_function function: (identifier) @callee type_arguments: (_) @arguments.generics) @call
(generic_function function: (scoped_identifier name: (_) @callee) type_arguments: (_) @arguments.generics) @call
(generic_function function: (field_expression field: (field_identifier) @callee) type_arguments: (_) @arguments.generics) @call
(call_expression function: (generic_function function: (identifier) @callee) arguments: (_) @arguments) @call
(call_expression
  function: (generic_function function: (scoped_identifier name: (_) @callee)) arguments: (_) @arguments) @call
(token_tree (identifier) @callee @call . (token_tree) @arguments)
(struct_pattern type: (type_identifier) @callee) @call @arguments.fields

; A branch takes what is made elsewhere: where nothing makes it, both may go.
(match_arm pattern: (match_pattern . (scoped_identifier name: (_) @takes)))
(match_arm pattern: (match_pattern . (tuple_struct_pattern type: (scoped_identifier name: (_) @takes))))
(match_arm pattern: (match_pattern . (struct_pattern type: (scoped_type_identifier name: (_) @takes))))
