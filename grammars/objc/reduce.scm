; What keeps an Objective-C compiler happy, beyond what C says.

(method_definition (compound_statement) @replace (#set! reduce.with "{}"))
([
  (message_expression receiver: (_) @replace)
  (message_expression ":" (_) @replace)
  (array_literal (at_expression) @replace)
] (#set! reduce.with "nil"))
((at_expression) @replace (#set! reduce.with "nil"))
((block_literal) @replace (#set! reduce.with "^{}"))
(method_type (type_name) @replace (#set! reduce.with "id"))

; Keep what is evaluated, drop what is done with it.
(synchronized_statement "@synchronized" @delete "(" @delete . (_) @delete . ")" @delete)
(property_declaration (property_attributes_declaration) @delete)
(class_interface (parameterized_arguments) @delete)
(class_interface (instance_variables) @delete)
(protocol_declaration (protocol_reference_list) @delete)
