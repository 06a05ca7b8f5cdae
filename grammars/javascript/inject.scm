; What of a program is in the language that the tag of a template says, where nothing is put into it.
((call_expression
  function: (identifier) @_tag
  arguments: (template_string . (string_fragment) @injection.content .))
  (#any-of? @_tag "html" "svg")
  (#set! injection.language "html"))
((call_expression
  function: (identifier) @_tag
  arguments: (template_string . (string_fragment) @injection.content .))
  (#any-of? @_tag "gql" "graphql")
  (#set! injection.language "graphql"))
(call_expression
  function: (identifier) @injection.language
  arguments: (template_string . (string_fragment) @injection.content .))
