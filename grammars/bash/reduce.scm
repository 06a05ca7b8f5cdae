; What keeps a shell happy.
(function_definition body: (_) @replace (#set! reduce.with "(:)"))
(compound_statement "{" . (_) @replace (#set! reduce.with ":;"))
(if_statement condition: (_) @replace (#set! reduce.with ":"))
(while_statement condition: (_) @replace (#set! reduce.with ":"))
(do_group (_) @replace (#set! reduce.with ":;"))
((command) @replace (#set! reduce.with ":"))
(pipeline (_) @hoist)
(list (_) @hoist)
(variable_assignment value: (_) @replace (#set! reduce.with "0"))
(command argument: (_) @replace (#set! reduce.with "a"))
(for_statement value: (_) @replace (#set! reduce.with "a"))
(case_item value: (_) @replace (#set! reduce.with "*"))
((string) @replace (#set! reduce.with "\"\""))
((raw_string) @replace (#set! reduce.with "''"))

; Keep what is run, drop what is done with it.
(negated_command "!" @delete)
(redirected_statement body: (_) @hoist)
