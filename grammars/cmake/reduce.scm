; What keeps CMake happy.

(if_command (argument_list) @replace (#set! reduce.with "1"))
(elseif_command (argument_list) @replace (#set! reduce.with "1"))
(while_command (argument_list) @replace (#set! reduce.with "0"))
(argument_list (argument) @replace (#set! reduce.with "a"))
((quoted_argument) @replace (#set! reduce.with "\"\""))

; What holds others may go from around them.
(if_condition (if_command) @delete (elseif_command) @delete (else_command) @delete (endif_command) @delete)
(foreach_loop (foreach_command) @delete (endforeach_command) @delete)
(while_loop (while_command) @delete (endwhile_command) @delete)
(block_def (block_command) @delete (endblock_command) @delete)
(function_def (function_command) @delete (endfunction_command) @delete)
