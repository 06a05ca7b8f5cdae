; What keeps a compiler of protocol buffers happy.

([
  (field (type) @replace)
  (oneof_field (type) @replace)
  (map_field (type) @replace)
] (#set! reduce.with "int32"))
(option (constant) @replace (#set! reduce.with "0"))
(message_body) @empty
(rpc "stream" @delete)
(field "optional" @delete)
(field "repeated" @delete)
(rpc "{" @replace . (option) @delete . "}" @delete (#set! reduce.with ";"))
