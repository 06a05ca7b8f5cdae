; What keeps a reader of XML happy.

; What holds others may go from around them, and what holds nothing needs no end.
(content (element (STag) @delete (ETag) @delete))
(element (STag ">" @replace) (content) @delete (ETag) @delete (#set! reduce.with "/>"))
(AttValue) @empty
(EntityValue) @empty
