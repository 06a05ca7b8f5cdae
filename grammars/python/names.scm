; What names mean in Python: what defines them, where they are visible, and what belongs to them.

; Where names are visible.
(module) @scope.open
[
  (function_definition)
  (class_definition)
  (type_alias_statement)
  (lambda)
  (list_comprehension)
  (set_comprehension)
  (dictionary_comprehension)
  (generator_expression)
] @scope
(class_definition body: (_) @scope.members)

; What introduces names.
[
  (function_definition)
  (class_definition)
  (type_alias_statement)
  (assignment)
  (named_expression)
  (default_parameter)
  (typed_parameter)
  (typed_default_parameter)
  (as_pattern_target)
  (case_pattern)
  (aliased_import)
] @definition
(for_statement left: (_) @definition)
(for_in_clause left: (_) @definition)
(decorated_definition) @definition.outer
(expression_statement . (assignment) .) @definition.outer
(import_statement . name: (_) .) @definition.outer
(import_from_statement module_name: (_) . name: (_) .) @definition.outer

; Functions and classes.
(function_definition name: (_) @name.function parameters: (_) @parameters body: (_) @body)
(function_definition return_type: (_) @result) @definition
(class_definition name: (_) @name.type body: (_) @fields)
(class_definition superclasses: (argument_list . (identifier) @value)) @definition
(class_definition body: (block (function_definition name: (_) @name.member)))
(class_definition body: (block (decorated_definition (function_definition name: (_) @name.member))))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name.member))))
(assignment left: (attribute object: (identifier) attribute: (_) @name.member))
(attribute attribute: (_) @member)
(keyword_argument name: (_) @member)
(keyword_pattern . (identifier) @member)
(type_alias_statement left: (type . (identifier) @name.type) right: (_) @value)
(type_alias_statement left: (type (generic_type . (identifier) @name.type)) right: (_) @value)
(type_alias_statement left: (type (generic_type (type_parameter (type (identifier) @name.generic @definition)))))
(function_definition type_parameters: (type_parameter (type (identifier) @name.generic @definition)))
(class_definition type_parameters: (type_parameter (type (identifier) @name.generic @definition)))

; Variables, also in patterns.
(assignment left: (identifier) @name.value)
(assignment type: (_) @result) @definition
(assignment right: (_) @value) @definition
(assignment left: (identifier) @name.function right: (lambda parameters: (_) @parameters body: (_) @body))
(named_expression name: (_) @name.value value: (_) @value)
(pattern_list (identifier) @name.value)
(tuple_pattern (identifier) @name.value)
(list_pattern (identifier) @name.value)
(list_splat_pattern (identifier) @name.value)
(for_statement left: (identifier) @name.value)
(for_in_clause left: (identifier) @name.value)
(as_pattern_target (identifier) @name.value)
(case_pattern (dotted_name . (identifier) @name.value .))
(case_pattern (as_pattern (identifier) @name.value))
(case_pattern (splat_pattern (identifier) @name.value))

; Parameters.
(parameters (identifier) @name.parameter @definition)
(lambda_parameters (identifier) @name.parameter @definition)
(default_parameter name: (identifier) @name.parameter value: (_) @value)
(typed_parameter . (identifier) @name.parameter type: (_) @result)
(typed_default_parameter name: (_) @name.parameter type: (_) @result value: (_) @value)
(parameters (list_splat_pattern (identifier) @name.parameter) @definition)
(lambda_parameters (list_splat_pattern (identifier) @name.parameter) @definition)
(dictionary_splat_pattern (identifier) @name.parameter) @definition
(typed_parameter . (list_splat_pattern (identifier) @name.parameter) type: (_) @result)

; What is imported.
(import_statement name: (dotted_name . (identifier) @name.import) @definition)
(import_from_statement name: (dotted_name (identifier) @name.import) @definition)
(aliased_import name: (_) @value alias: (_) @name.import)

; A class takes what its constructor does, after what is made; so does its base, where that is called on.
((class_definition body: (block (function_definition name: (identifier) @_init parameters: (_) @parameters))) @definition
  (#eq? @_init "__init__"))
((class_definition
  superclasses: (argument_list . (identifier) @callee)
  body: (block (function_definition body: (block (expression_statement (call
    function: (attribute object: (call function: (identifier) @_super) attribute: (identifier) @_init)
    arguments: (argument_list) @arguments) @call)))))
  (#eq? @_super "super") (#eq? @_init "__init__"))
((class_definition
  name: (identifier) @callee
  body: (block (decorated_definition (function_definition body: (block (return_statement (call
    function: (identifier) @_cls arguments: (argument_list) @arguments) @call))))))
  (#eq? @_cls "cls"))
((call function: (attribute object: (identifier) @callee attribute: (identifier) @_init) arguments: (argument_list) @arguments) @call
  (#eq? @_init "__init__"))

; Uses with a list of things for the parameters.
(call function: (identifier) @callee arguments: (argument_list) @arguments) @call
(call function: (attribute attribute: (_) @callee) arguments: (argument_list) @arguments) @call
