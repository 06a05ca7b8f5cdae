; What names mean in protocol buffers. All can be named from everywhere.

[
  (message)
  (enum)
  (service)
  (rpc)
  (field)
  (enum_field)
] @definition
(message_body) @scope.open
(message (message_name (identifier) @name.type) (message_body) @fields)
(enum (enum_name (identifier) @name.type))
(service (service_name (identifier) @name.type))
(rpc (rpc_name (identifier) @name.member))
(field (type) @result) @definition
(field (identifier) @name.member)
(enum_field . (identifier) @name.member)
(message_or_enum_type (identifier) @qualified)
