; What keeps make happy.

((shell_text) @replace (#set! reduce.with ":"))
(variable_assignment value: (_) @replace (#set! reduce.with "a"))
(arguments argument: (_) @replace (#set! reduce.with "a"))
(prerequisites (word) @delete)

; What holds others may go from around them.
(conditional condition: (_) @delete (elsif_directive)? @delete (else_directive)? @delete "endif" @delete)
