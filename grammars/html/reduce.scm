; What keeps a browser happy.

; What holds others may go from around them.
(element (start_tag) @delete (end_tag) @delete)
((element) @replace (#set! reduce.with "a"))
(quoted_attribute_value) @empty
((text) @replace (#set! reduce.with "a"))
((raw_text) @delete)
(attribute "=" @delete . (_) @delete)
(element (end_tag) @delete)
