; What keeps a reader of YAML happy: any value is as good as another.

(block_mapping_pair value: (flow_node) @replace (#set! reduce.with "0"))
(block_mapping_pair value: (block_node) @replace (#set! reduce.with "{}"))
(block_mapping_pair value: (_) @replace (#set! reduce.with "[]"))
(flow_pair value: (_) @replace (#set! reduce.with "0"))
(flow_sequence (flow_node) @replace (#set! reduce.with "0"))
(block_sequence_item "-" (_) @replace (#set! reduce.with "0"))
(block_node (anchor) @delete)
(flow_node (tag) @delete)
