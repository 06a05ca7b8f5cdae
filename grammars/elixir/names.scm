; What names mean in Elixir: what the calls define that its grammar knows nothing of, and where it is visible.

; Where names are visible.
((call target: (identifier) @_def) @scope (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp"))
(stab_clause) @scope
((call target: (identifier) @_module (do_block) @scope.open) (#any-of? @_module "defmodule" "defprotocol" "defimpl"))

; Modules.
((call target: (identifier) @_module (arguments . (alias) @name.module)) @definition
  (#any-of? @_module "defmodule" "defprotocol"))
((call target: (identifier) @_module (do_block) @body) @definition (#any-of? @_module "defmodule" "defprotocol"))

; Functions, with and without a guard.
((call target: (identifier) @_def (arguments . (identifier) @name.function)) @definition
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp"))
((call target: (identifier) @_def
    (arguments . (call target: (identifier) @name.function (arguments) @parameters))) @definition
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp"))
((call target: (identifier) @_def
    (arguments . (binary_operator left: (call target: (identifier) @name.function (arguments) @parameters)))) @definition
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp"))
((call target: (identifier) @_def (do_block) @body) @definition
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop"))

; Their parameters.
((call target: (identifier) @_def (arguments . (call (arguments (identifier) @name.parameter @definition))))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp"))
((call target: (identifier) @_def
    (arguments . (call (arguments (binary_operator left: (identifier) @name.parameter) @definition))))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop"))
((call target: (identifier) @_def
    (arguments . (binary_operator left: (call (arguments (identifier) @name.parameter @definition)))))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp"))
((call target: (identifier) @_def
    (arguments . (binary_operator
      left: (call (arguments (binary_operator left: (identifier) @name.parameter) @definition)))))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop"))
(stab_clause left: (arguments (identifier) @name.parameter @definition))

; Variables and attributes of modules.
(binary_operator left: (identifier) @name.value "=" right: (_) @value) @definition
(binary_operator left: (tuple (identifier) @name.value) "=") @definition
(unary_operator "@" operand: (call target: (identifier) @name.value)) @definition
((unary_operator "@" operand: (call target: (identifier) @_about)) @attribute
  (#any-of? @_about "doc" "spec" "impl" "deprecated"))

; What another module has, and uses with a list of things for the parameters.
(dot right: (identifier) @qualified)
(call target: (identifier) @callee (arguments) @arguments) @call
