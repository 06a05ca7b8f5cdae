; What names mean in MLIR: functions, values, blocks, and what a `#` or `!` is short for.

(record "func.func" (name "@" (identifier) @name.function)) @definition @scope
(record "func.func" (name "@" (identifier) @name.function) . (group) @parameters) @definition
(record "func.func" (name) . (group (part . (name "%" (identifier) @name.parameter)) @definition))
(record . (name (identifier) @name.value) . "=") @definition
(section (label (name "^" (identifier) @name.value))) @definition
