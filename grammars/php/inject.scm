; What is outside of the program.
((text) @injection.content
  (#set! injection.language "html"))
