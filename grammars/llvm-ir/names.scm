; What names mean in LLVM IR: what defines them, where they are visible, and what belongs to them.

; Functions with their parameters and arguments; what is in one is named in it.
(record "define" (name "@" (identifier) @name.function) . (group) @parameters (block) @body) @definition @scope
(record "define" (group (part (name "%" [(identifier) (number)] @name.parameter)) @definition))
(record "define" (group (name "%" [(identifier) (number)] @name.parameter) @definition))
(record "declare" (name "@" (identifier) @name.function) . (group) @parameters) @definition
(record "call" (name "@" (identifier) @callee) . (group) @arguments) @call
(part "call" (name "@" (identifier) @callee) . (group) @arguments) @call
(record "invoke" (name "@" (identifier) @callee) . (group) @arguments) @call

; Values, types and globals; blocks.
(record . (name [(identifier) (number)] @name.value) . "=") @definition
(record . (part . (name [(identifier) (number)] @name.value) . "=")) @definition
(section (label [(identifier) (number)] @name.value)) @definition
