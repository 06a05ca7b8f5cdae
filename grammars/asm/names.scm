; What names mean in assembly: labels, which are visible everywhere.

(section (label (identifier) @name.function)) @definition
