; What JSX adds to TypeScript's names.
(jsx_attribute (property_identifier) @member)
