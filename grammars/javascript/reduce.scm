; What keeps a JavaScript engine, minifier or type-checker happy.

(statement_block) @empty

; Values.
([
  (arguments (expression) @replace)
  (array (expression) @replace)
  (arrow_function body: (_) @replace)
  (assignment_expression right: (_) @replace)
  (assignment_pattern right: (_) @replace)
  (binary_expression left: (_) @replace)
  (binary_expression right: (_) @replace)
  (computed_property_name (_) @replace)
  (export_statement value: (_) @replace)
  (field_definition value: (_) @replace)
  (for_in_statement right: (_) @replace)
  (pair value: (_) @replace)
  (parenthesized_expression (expression) @replace)
  (return_statement (expression) @replace)
  (spread_element (expression) @replace)
  (subscript_expression index: (_) @replace)
  (template_substitution (_) @replace)
  (ternary_expression condition: (_) @replace)
  (ternary_expression consequence: (_) @replace)
  (ternary_expression alternative: (_) @replace)
  (unary_expression argument: (_) @replace)
  (variable_declarator value: (_) @replace)
] (#set! reduce.with "0"))
([
  (arguments (expression) @replace)
  (arrow_function body: (_) @replace)
  (spread_element (expression) @replace)
  (variable_declarator value: (_) @replace)
  (member_expression object: (_) @replace)
  (call_expression function: (_) @replace)
  (class_heritage (_) @replace)
] (#set! reduce.with "a"))
([
  (for_in_statement right: (_) @replace)
  (spread_element (expression) @replace)
  (variable_declarator value: (_) @replace)
] (#set! reduce.with "[]"))
([
  (assignment_expression right: (_) @replace)
  (variable_declarator value: (_) @replace)
] (#set! reduce.with "{}"))

; A property that a constructor gives is one of the class: `constructor() { this.a = 0; }` to `a = 0;`.
(method_definition
  name: (property_identifier) @_made @delete
  parameters: (_) @delete
  body: (statement_block
    "{" @delete
    . (expression_statement (assignment_expression left: (member_expression object: (this) @delete "." @delete)))
    . "}" @delete)
 (#eq? @_made "constructor"))

; Statements.
([
  (if_statement consequence: (_) @replace)
  (else_clause (_) @replace)
  (for_statement body: (_) @replace)
  (for_in_statement body: (_) @replace)
  (while_statement body: (_) @replace)
  (do_statement body: (_) @replace)
  (labeled_statement body: (_) @replace)
  (with_statement body: (_) @replace)
] (#set! reduce.with ";"))

; Keep what is evaluated, drop what is done with it: `var x = f();` to `f();`, `if (c) …` to `(c);`.
(variable_declaration "var" @delete . (variable_declarator name: (_) @delete "=" @delete) .)
(lexical_declaration kind: _ @delete . (variable_declarator name: (_) @delete "=" @delete) .)
(return_statement "return" @delete (expression))
(throw_statement "throw" @delete)
(if_statement "if" @delete consequence: (_) @replace alternative: (_)? @delete (#set! reduce.with ";"))
(while_statement "while" @delete body: (_) @replace (#set! reduce.with ";"))
(switch_statement "switch" @delete body: (_) @replace (#set! reduce.with ";"))
(new_expression "new" @delete)
(try_statement "try" @delete handler: (_) @delete finalizer: (_)? @delete)

; Shorter forms of the same.
(member_expression (optional_chain) @replace (#set! reduce.with "."))
(subscript_expression (optional_chain) @delete)
(call_expression (optional_chain) @delete)
((template_string) @replace (#set! reduce.with "\"\""))
((regex) @replace (#set! reduce.with "/a/"))
((function_expression) @replace (#set! reduce.with "a=>0"))
((class) @replace (#set! reduce.with "class{}"))
([
  (jsx_element) @replace
  (jsx_self_closing_element) @replace
] (#set! reduce.with "<a/>"))

; What the grammar does not let go.
(class_declaration (decorator) @delete)
(import_statement (import_clause) @delete "from" @delete)
(export_statement "export" @delete "default"? @delete declaration: (_))
(export_statement "export" @delete "default" @delete value: (_))
(import_statement) @delete

; What goes from a large file at once: bodies.
(function_declaration body: (_) @replace (#set! reduce.with "{}") (#set! reduce.everywhere))
((method_definition name: (_) @_name body: (_) @replace)
 (#not-match? @_name "^constructor$")
 (#set! reduce.with "{}")
 (#set! reduce.everywhere))
