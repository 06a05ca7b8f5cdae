; What names mean in C: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
(function_definition) @scope
(compound_statement) @scope
(for_statement) @scope
(declaration declarator: (function_declarator)) @scope
(declaration declarator: (pointer_declarator declarator: (function_declarator))) @scope
(field_declaration declarator: (function_declarator)) @scope
(type_definition declarator: (function_declarator)) @scope
(struct_specifier body: (_) @scope.members)
(union_specifier body: (_) @scope.members)

; What introduces names.
[
  (function_definition)
  (declaration)
  (type_definition)
  (parameter_declaration)
  (field_declaration)
  (enumerator)
  (preproc_def)
  (preproc_function_def)
  (labeled_statement)
  (struct_specifier body: (_))
  (union_specifier body: (_))
  (enum_specifier body: (_))
] @definition

; Declarators: each holds the next one, the innermost the name.
(declaration declarator: (identifier) @name.value)
(init_declarator declarator: (identifier) @name.value)
(init_declarator value: (_) @value) @definition
(pointer_declarator declarator: (identifier) @name.value)
(array_declarator declarator: (identifier) @name.value)
(parenthesized_declarator (identifier) @name.value)
(attributed_declarator (identifier) @name.value)
(parameter_declaration declarator: (identifier) @name.parameter)
(parameter_declaration declarator: (pointer_declarator declarator: (identifier) @name.parameter))
(parameter_declaration declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name.parameter)))
(parameter_declaration declarator: (array_declarator declarator: (identifier) @name.parameter))
(function_declarator declarator: (identifier) @name.function parameters: (_) @parameters)
(function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name.value)) parameters: (_) @signature)
(function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (array_declarator declarator: (identifier) @name.value))) parameters: (_) @signature)
(declaration type: (_) @result) @definition
(parameter_declaration type: (_) @result) @definition
(field_declaration type: (_) @result) @definition

; Functions and their types.
(function_definition type: (_) @result body: (_) @body) @definition

; Types.
(type_definition declarator: (type_identifier) @name.type)
(type_definition declarator: (primitive_type) @name.type)
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name.type))
(type_definition declarator: (array_declarator declarator: (type_identifier) @name.type))
(type_definition type: (_) @value) @definition
(type_definition type: (struct_specifier body: (_) @fields)) @definition
(type_definition type: (union_specifier body: (_) @fields)) @definition
(function_declarator declarator: (type_identifier) @name.type parameters: (_) @signature)
(function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name.type)) parameters: (_) @signature)
(struct_specifier name: (type_identifier) @name.tag body: (_) @fields)
(union_specifier name: (type_identifier) @name.tag body: (_) @fields)
(enum_specifier name: (type_identifier) @name.tag body: (_) @fields)
(struct_specifier name: (type_identifier) @tag)
(union_specifier name: (type_identifier) @tag)
(enum_specifier name: (type_identifier) @tag)

; Members.
(field_declaration declarator: (field_identifier) @name.member)
(field_declaration declarator: (pointer_declarator declarator: (field_identifier) @name.member))
(field_declaration declarator: (array_declarator declarator: (field_identifier) @name.member))
(function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name.member)) parameters: (_) @signature)
(enumerator name: (identifier) @name.value)
(field_expression field: (_) @member)
(field_designator (_) @member)

; Macros and labels.
(preproc_def name: (_) @name.macro)
(preproc_function_def name: (_) @name.macro parameters: (_) @parameters)
(labeled_statement label: (_) @name.label)
(goto_statement label: (_) @label)

; Uses with a list of things for the parameters or the fields.
(call_expression function: (identifier) @callee arguments: (_) @arguments) @call
(call_expression function: (field_expression field: (_) @callee) arguments: (_) @arguments) @call
(call_expression function: (subscript_expression argument: (identifier) @callee) arguments: (_) @arguments) @call
(call_expression function: (parenthesized_expression (pointer_expression argument: (identifier) @callee)) arguments: (_) @arguments) @call
(compound_literal_expression type: (type_descriptor type: (type_identifier) @callee) value: (_) @arguments.fields) @call
(compound_literal_expression type: (type_descriptor type: (struct_specifier name: (_) @callee)) value: (_) @arguments.fields) @call
(declaration type: (struct_specifier name: (_) @callee) declarator: (init_declarator value: (initializer_list) @arguments.fields) @call)
(declaration type: (type_identifier) @callee declarator: (init_declarator value: (initializer_list) @arguments.fields) @call)
