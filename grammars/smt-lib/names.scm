; What names mean in SMT-LIB: what declares them, and where they are visible.

(group "declare-fun" . (identifier) @name.function . (group) @parameters) @definition
(group "declare-const" . (identifier) @name.value) @definition
(group "declare-sort" . (identifier) @name.type) @definition
(group "declare-datatypes" . (group (group . (identifier) @name.type))) @definition
(group "define-fun" . (identifier) @name.function . (group) @parameters) @definition @scope
(group "define-fun" . (identifier) . (group (group . (identifier) @name.parameter) @definition))
(group "let" . (group (group . (identifier) @name.value) @definition)) @scope
(group "forall" . (group (group . (identifier) @name.value) @definition)) @scope
