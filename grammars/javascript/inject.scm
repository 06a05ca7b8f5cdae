; What of a program is in the language that the tag of a template says; what is put into that is a hole in it.
((call_expression
  function: (identifier) @_tag
  arguments: (template_string) @injection.content)
  (#any-of? @_tag "html" "svg")
  (#set! injection.language "html"))
((call_expression
  function: (identifier) @_tag
  arguments: (template_string) @injection.content)
  (#any-of? @_tag "gql" "graphql")
  (#set! injection.language "graphql"))
(call_expression
  function: (identifier) @injection.language
  arguments: (template_string) @injection.content)

; The examples of a documentation.
((comment) @injection.content
  (#set! injection.prefix "/** *")
  (#set! injection.opening "@example")
  (#set! injection.closing "@ ```")
  (#set! injection.language "javascript"))
((comment) @injection.content
  (#set! injection.prefix "/** *")
  (#set! injection.opening "```")
  (#set! injection.closing "```")
  (#set! injection.tags "javascript js jsx")
  (#set! injection.language "javascript"))
