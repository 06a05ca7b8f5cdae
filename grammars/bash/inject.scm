; What of a script is in the language that its end is marked with; what is put into that is a hole in it.
(heredoc_redirect (heredoc_start) @injection.language (heredoc_body) @injection.content)
