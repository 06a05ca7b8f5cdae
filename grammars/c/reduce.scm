; What keeps a C compiler happy. C++ inherits this file, so every pattern must hold there too.

; A definition may become a declaration.
(function_definition body: (compound_statement) @replace (#set! reduce.with ";"))

(compound_statement) @empty

; Types: most code still compiles when everything is an int.
([
  (function_definition type: (_) @replace)
  (declaration type: (_) @replace)
  (parameter_declaration type: (_) @replace)
  (field_declaration type: (_) @replace)
  (type_definition type: (_) @replace)
  (type_descriptor type: (_) @replace)
] (#set! reduce.with "int"))

; Values: 0 is a number, a null pointer and a false condition.
([
  (argument_list (expression) @replace)
  (assignment_expression right: (_) @replace)
  (binary_expression left: (_) @replace)
  (binary_expression right: (_) @replace)
  (cast_expression value: (_) @replace)
  (comma_expression right: (_) @replace)
  (conditional_expression condition: (_) @replace)
  (conditional_expression consequence: (_) @replace)
  (conditional_expression alternative: (_) @replace)
  (init_declarator "=" value: (_) @replace)
  (initializer_list (expression) @replace)
  (parenthesized_expression (expression) @replace)
  (return_statement (expression) @replace)
  (unary_expression argument: (_) @replace)
] (#set! reduce.with "0"))

; Arrays and structures take no number, but they take this.
(init_declarator "=" value: (_) @replace (#set! reduce.with "{}"))

; An array of nothing is rarely taken, an array of one is.
(array_declarator size: (_) @replace (#set! reduce.with "1"))

; Statements.
([
  (if_statement consequence: (_) @replace)
  (else_clause (statement) @replace)
  (while_statement body: (_) @replace)
  (do_statement body: (_) @replace)
  (for_statement body: (_) @replace)
  (labeled_statement (statement) @replace)
] (#set! reduce.with ";"))

; Keep what is evaluated, drop what is done with it: `T x = f();` and `return f();` to `f();`, `if (c) …` to `(c);`.
(compound_statement
  (declaration
    . (_)* @delete
    . declarator: (init_declarator declarator: (_) @delete "=" @delete value: (expression)) .))
(return_statement "return" @delete (expression))
(if_statement "if" @delete consequence: (_) @replace alternative: (_)? @delete (#set! reduce.with ";"))
(while_statement "while" @delete body: (_) @replace (#set! reduce.with ";"))
(switch_statement "switch" @delete body: (_) @replace (#set! reduce.with ";"))
(do_statement "do" @delete "while" @delete condition: (_) @delete)

; What is printed is told from something else by a single character as well.
(call_expression
  function: (identifier) @replace
  arguments: (argument_list . (string_literal) @delete . "," @delete . (expression) . ")")
 (#eq? @replace "printf")
 (#set! reduce.with "putchar"))

; What a linkage block holds may stand without it.
(linkage_specification "extern" @delete value: (_) @delete body: (declaration_list "{" @delete "}" @delete))

; Compilers read these anywhere; the grammar ties them to a few places.
(attribute_specifier) @delete
(gnu_asm_expression) @delete
(storage_class_specifier) @delete
(type_qualifier) @delete

; What goes from a large file at once: bodies,
(function_definition body: (compound_statement) @replace (#set! reduce.with "{}") (#set! reduce.everywhere))
; tables, and what else is given at the top.
(translation_unit
  (declaration declarator: (init_declarator "=" @delete value: (_) @delete))
  (#set! reduce.everywhere))
