; What of a page is a script or a style.

; What a script is in, its type says: what is no known type is no script, such as a template.
((script_element
  (start_tag (attribute (attribute_name) @_name
    [(quoted_attribute_value (attribute_value) @_type) (attribute_value) @_type]))
  (raw_text) @injection.content)
  (#eq? @_name "type")
  (#any-of? @_type "application/json" "application/ld+json" "importmap" "speculationrules")
  (#set! injection.language "json"))
((script_element
  (start_tag (attribute (attribute_name) @_name
    [(quoted_attribute_value (attribute_value) @_type) (attribute_value) @_type]))
  (raw_text) @injection.content)
  (#eq? @_name "type")
  (#any-of? @_type "module" "text/javascript" "application/javascript" "text/ecmascript" "text/babel")
  (#set! injection.language "javascript"))
((script_element
  (start_tag (attribute (attribute_name) @_name
    [(quoted_attribute_value (attribute_value) @injection.language) (attribute_value) @injection.language]))
  (raw_text) @injection.content)
  (#eq? @_name "type"))
((script_element (raw_text) @injection.content)
  (#set! injection.language "javascript"))

((style_element (raw_text) @injection.content)
  (#set! injection.language "css"))
