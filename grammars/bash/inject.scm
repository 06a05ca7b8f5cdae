; What of a script is in the language that its end is marked with.
(heredoc_redirect (heredoc_start) @injection.language (heredoc_body) @injection.content)
