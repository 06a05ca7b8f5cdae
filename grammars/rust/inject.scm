; The examples of a documentation, as rustdoc finds them: tests, whose hidden lines are code, too.
((line_comment (doc_comment)) @injection.content
  (#set! injection.prefix "/// //!")
  (#set! injection.opening "```")
  (#set! injection.closing "```")
  (#set! injection.tags "rust should_panic no_run ignore* compile_fail test_harness standalone_crate edition* E0*")
  (#set! injection.hidden "#")
  (#set! injection.language "rust"))
((block_comment (doc_comment)) @injection.content
  (#set! injection.prefix "/** /*! *")
  (#set! injection.opening "```")
  (#set! injection.closing "```")
  (#set! injection.tags "rust should_panic no_run ignore* compile_fail test_harness standalone_crate edition* E0*")
  (#set! injection.hidden "#")
  (#set! injection.language "rust"))
