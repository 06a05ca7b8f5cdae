; The examples of a documentation, as doctest finds them; what they return is beside them.
((string (quoted_content) @injection.content)
  (#set! injection.prompts "iex> ...>")
  (#set! injection.language "elixir"))
