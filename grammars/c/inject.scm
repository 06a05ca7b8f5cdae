; What of a program is assembly: each line of it is a part of a string.
(gnu_asm_expression (string_literal (string_content) @injection.content)
  (#set! injection.language "asm"))
(gnu_asm_expression (concatenated_string (string_literal (string_content) @injection.content))
  (#set! injection.language "asm"))
