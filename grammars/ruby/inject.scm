; What of a program is in the language that the text is marked with, where nothing is put into it.
(heredoc_body . (heredoc_content) @injection.content . (heredoc_end) @injection.language)
