; What names mean in WebAssembly's text format: what each form gives a name.

(group "func" . (identifier) @name.function) @definition @scope
(group "param" . (identifier) @name.parameter) @definition
(group "local" . (identifier) @name.value) @definition
(group "global" . (identifier) @name.value) @definition
(group "type" . (identifier) @name.type . (group)) @definition
(group "memory" . (identifier) @name.value) @definition
(group "table" . (identifier) @name.value) @definition
(group "block" . (identifier) @name.value) @definition @scope
(group "loop" . (identifier) @name.value) @definition @scope
