; What is outside of the program.
((text) @injection.content
  (#set! injection.language "html"))

; What of it is in the language that the text is marked with; what is put into that is a hole in it.
(heredoc (heredoc_start) @injection.language (heredoc_body) @injection.content)
(nowdoc (heredoc_start) @injection.language (nowdoc_body) @injection.content)
