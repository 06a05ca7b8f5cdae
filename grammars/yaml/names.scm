; What names mean in YAML: an anchor, and what is like it.

(anchor (anchor_name) @name.value) @definition
