; What keeps a style sheet's reader happy.
(rule_set (selectors) @replace (#set! reduce.with "a"))
(declaration (property_name) . (_) @replace (#set! reduce.with "0"))
(call_expression (arguments (_) @replace) (#set! reduce.with "0"))
((string_value) @replace (#set! reduce.with "\"\""))
((color_value) @replace (#set! reduce.with "red"))

; What an at-rule holds may stand without it.
(media_statement "@media" @delete . (_) @delete . (block "{" @delete "}" @delete))
(supports_statement "@supports" @delete . (_) @delete . (block "{" @delete "}" @delete))
(block) @empty
