; What names mean in Ruby: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
[
  (method)
  (singleton_method)
  (block)
  (do_block)
  (lambda)
] @scope
(class body: (_) @scope.open)
(module body: (_) @scope.open)

; What introduces names.
[
  (method)
  (singleton_method)
  (class)
  (module)
  (assignment)
] @definition

(method name: (identifier) @name.function)
(method parameters: (_) @parameters) @definition
(method body: (_) @body) @definition
(singleton_method name: (identifier) @name.function)
(singleton_method parameters: (_) @parameters) @definition
(singleton_method body: (_) @body) @definition
(class name: (constant) @name.type)
(class body: (_) @body) @definition
(module name: (constant) @name.module)
(module body: (_) @body) @definition
(assignment left: (identifier) @name.value right: (_) @value)
(assignment left: (constant) @name.value right: (_) @value)
(assignment left: (left_assignment_list (identifier) @name.value))
(method_parameters (identifier) @name.parameter @definition)
(lambda_parameters (identifier) @name.parameter @definition)
(block_parameters (identifier) @name.parameter @definition)
(optional_parameter name: (_) @name.parameter value: (_) @value) @definition
(keyword_parameter name: (_) @name.parameter) @definition
(splat_parameter name: (_) @name.parameter) @definition
(block_parameter name: (_) @name.parameter) @definition
(for pattern: (identifier) @name.value)
(exception_variable (identifier) @name.value @definition)

; Members.
(scope_resolution name: (_) @qualified)

; A class takes what its constructor does; so does its base, where that is called on.
((class body: (body_statement (method name: (identifier) @_made parameters: (_) @parameters))) @definition
  (#eq? @_made "initialize"))
((class
  superclass: (superclass (constant) @callee)
  body: (body_statement (method
    name: (identifier) @_made
    body: (body_statement (call method: (super) arguments: (_) @arguments) @call))))
  (#eq? @_made "initialize"))
((call receiver: (constant) @callee method: (identifier) @_new arguments: (_) @arguments) @call (#eq? @_new "new"))
((call receiver: (scope_resolution name: (constant) @callee) method: (identifier) @_new arguments: (_) @arguments) @call
  (#eq? @_new "new"))

; A lambda with a name takes what its value does.
(assignment left: (identifier) right: (lambda parameters: (_) @parameters)) @definition
(call receiver: (identifier) @callee !method arguments: (_) @arguments) @call

; Uses with a list of things for the parameters.
(call method: (identifier) @callee arguments: (_) @arguments) @call
