; What of a program is in the language that the text is marked with; what is put into that is a hole in it.
(heredoc_body (heredoc_end) @injection.language) @injection.content
