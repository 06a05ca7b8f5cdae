; What keeps a Rust compiler happy.

; Values: `loop{}` has every type.
([
  (let_declaration value: (_) @replace)
  (arguments (_expression) @replace)
  (array_expression (_expression) @replace)
  (assignment_expression right: (_) @replace)
  (binary_expression left: (_) @replace)
  (binary_expression right: (_) @replace)
  (const_item value: (_) @replace)
  (static_item value: (_) @replace)
  (enum_variant value: (_) @replace)
  (field_initializer value: (_) @replace)
  (if_expression condition: (_) @replace)
  (index_expression (_) (_) @replace)
  (match_expression value: (_) @replace)
  (match_arm value: (_) @replace)
  (match_pattern condition: (_) @replace)
  (for_expression value: (_) @replace)
  (parenthesized_expression (_expression) @replace)
  (reference_expression value: (_) @replace)
  (return_expression (_expression) @replace)
  (break_expression (_expression) @replace)
  (tuple_expression (_expression) @replace)
  (unary_expression (_expression) @replace)
  (while_expression condition: (_) @replace)
  (closure_expression !return_type body: (_) @replace)
  (array_type length: (_) @replace)
] (#set! reduce.with "0"))
([
  (let_declaration value: (_) @replace)
  (arguments (_expression) @replace)
  (const_item value: (_) @replace)
  (static_item value: (_) @replace)
  (field_initializer value: (_) @replace)
  (match_expression value: (_) @replace)
  (match_arm value: (_) @replace)
  (reference_expression value: (_) @replace)
  (closure_expression !return_type body: (_) @replace)
  (block (_expression) @replace .)
] (#set! reduce.with "()"))
([
  (let_declaration value: (_) @replace)
  (arguments (_expression) @replace)
  (const_item value: (_) @replace)
  (static_item value: (_) @replace)
  (field_initializer value: (_) @replace)
  (match_arm value: (_) @replace)
  (closure_expression !return_type body: (_) @replace)
  (block (_expression) @replace .)
] (#set! reduce.with "loop{}"))
((string_literal) @replace (#set! reduce.with "\"\""))
((raw_string_literal) @replace (#set! reduce.with "\"\""))
((char_literal) @replace (#set! reduce.with "'a'"))
((macro_invocation) @replace (#set! reduce.with "()"))

; What a macro is given.
(token_tree) @empty

; Bodies: one that never returns needs no value; one without a return type needs none either.
(function_item body: (block) @replace (#set! reduce.with "{loop{}}"))
; No constant is computed with `loop{}`, and it is nothing that an `impl` type could be.
((function_item
  (function_modifiers)? @_modifiers
  return_type: (_)? @_result
  body: (block) @replace)
 (#not-match? @_modifiers "const")
 (#not-match? @_result "^impl")
 (#set! reduce.with "{loop{}}")
 (#set! reduce.everywhere))
; Tests, and what only explains or advises.
((attribute_item) @delete @_test
  . (mod_item) @delete
  (#match? @_test "^#\\[cfg\\(test\\)\\]$")
  (#set! reduce.everywhere))
((attribute_item) @delete @_advice
  (#match? @_advice "^#\\[(allow|cold|deny|doc|expect|inline|must_use|track_caller|warn)")
  (#set! reduce.everywhere))
(function_item "->" @delete return_type: (_) @delete body: (block) @replace (#set! reduce.with "{}"))
(trait_item body: (declaration_list (function_item body: (block) @replace)) (#set! reduce.with ";"))
; What a trait does for those who do not.
(trait_item body: (declaration_list (function_item) @delete) (#set! reduce.everywhere))

; Types.
([
  (parameter type: (_) @replace)
  (let_declaration type: (_) @replace)
  (const_item type: (_) @replace)
  (static_item type: (_) @replace)
  (field_declaration type: (_) @replace)
  (ordered_field_declaration_list type: (_) @replace)
  (function_item return_type: (_) @replace)
  (type_item type: (_) @replace)
  (type_arguments (_type) @replace)
  (type_binding type: (_) @replace)
  (type_cast_expression type: (_) @replace)
  (reference_type type: (_) @replace)
  (pointer_type type: (_) @replace)
  (array_type element: (_) @replace)
  (tuple_type (_type) @replace)
  (impl_item type: (_) @replace)
] (#set! reduce.with "()"))
([
  (parameter type: (_) @replace)
  (const_item type: (_) @replace)
  (field_declaration type: (_) @replace)
  (function_item return_type: (_) @replace)
  (type_item type: (_) @replace)
  (type_arguments (_type) @replace)
  (array_type element: (_) @replace)
] (#set! reduce.with "u8"))
([
  (let_declaration type: (_) @replace)
  (type_arguments (_type) @replace)
  (type_cast_expression type: (_) @replace)
  (type_arguments (lifetime) @replace)
] (#set! reduce.with "_"))
(function_item return_type: (_) @replace (#set! reduce.with "!"))

; Patterns: `_` takes everything.
([
  (parameter pattern: (_) @replace)
  (let_declaration pattern: (_) @replace)
  (let_condition pattern: (_) @replace)
  (for_expression pattern: (_) @replace)
  (match_arm pattern: (match_pattern . (_) @replace))
  (closure_parameters (_pattern) @replace)
  (tuple_struct_pattern "(" (_pattern) @replace)
  (tuple_pattern (_pattern) @replace)
  (field_pattern pattern: (_) @replace)
] (#set! reduce.with "_"))

; Keep what is evaluated, drop what is done with it: `let x = f();` to `f();`, `if c {…}` to `c`.
(let_declaration "let" @delete . (_)* @delete . "=" @delete value: (_))
(if_expression
  "if" @delete
  condition: (_expression)
  consequence: (_) @replace
  alternative: (_)? @delete
  (#set! reduce.with ";"))
(match_expression "match" @delete body: (_) @delete)
(while_expression "while" @delete condition: (_expression) body: (_) @replace (#set! reduce.with ";"))

; What may fail is taken as it is: `x.ok_or_else(f)?` and `x.unwrap_or_else(f)` to `x.unwrap()`.
(try_expression
  (call_expression function: (field_expression field: (field_identifier) @replace) arguments: (arguments) @empty)
  "?" @delete
  (#set! reduce.with "unwrap"))
((call_expression function: (field_expression field: (field_identifier) @replace @_how) arguments: (arguments) @empty)
 (#match? @_how "^(expect|unwrap_)")
 (#set! reduce.with "unwrap"))

; What a block holds may stand without it.
(mod_item "mod" @delete name: (_) @delete body: (declaration_list "{" @delete "}" @delete))
(foreign_mod_item (extern_modifier) @delete body: (declaration_list "{" @delete "}" @delete))
(unsafe_block "unsafe" @delete)
(async_block "async" @delete "move"? @delete)
(expression_statement (block "{" @delete (_expression) . "}" @replace) (#set! reduce.with ";"))
(scoped_identifier path: (_) @delete "::" @delete)
(scoped_type_identifier path: (_) @delete "::" @delete)
