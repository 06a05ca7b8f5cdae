; The examples of a documentation, as doctest finds them; what they print is no program.
((expression_statement (string (string_content) @injection.content))
  (#set! injection.prompts ">>> ...")
  (#set! injection.language "python"))

; What a database is told.
((call
  function: (attribute attribute: (identifier) @_method)
  arguments: (argument_list . (string) @injection.content))
  (#any-of? @_method "execute" "executemany" "executescript" "read_sql")
  (#set! injection.whole)
  (#set! injection.language "sql"))
