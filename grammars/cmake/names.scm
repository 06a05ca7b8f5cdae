; What names mean in CMake: commands that a file defines, and variables that it sets.

; Where names are visible.
[
  (function_def)
  (macro_def)
  (foreach_loop)
] @scope

; Commands, with their parameters.
[
  (function_def)
  (macro_def)
] @definition
(function_def (body) @body) @definition
(macro_def (body) @body) @definition
(function_command (argument_list (argument) (argument (unquoted_argument) @name.parameter @definition)))
(macro_command (argument_list (argument) (argument (unquoted_argument) @name.parameter @definition)))
(function_command (argument_list . (argument (unquoted_argument) @name.function)))
(macro_command (argument_list . (argument (unquoted_argument) @name.function)))

; Variables.
((normal_command (identifier) @_set (argument_list . (argument (unquoted_argument) @name.value))) @definition
  (#any-of? @_set "set" "SET" "option" "OPTION"))
((normal_command (identifier) @_math (argument_list (argument) . (argument (unquoted_argument) @name.value))) @definition
  (#any-of? @_math "math" "MATH"))
(foreach_command (argument_list . (argument (unquoted_argument) @name.value @definition)))
((normal_command (identifier) @_let (argument_list . (argument (unquoted_argument) @name.value) . (argument) @value .)) @definition
  (#any-of? @_let "set" "SET"))
(normal_var (variable)) @reference.signed
