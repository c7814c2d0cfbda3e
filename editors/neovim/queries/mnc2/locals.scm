; A tag is set by a transfer and waited for by an instruction.

(source_file) @local.scope

(mv_tag
  value: (tag) @local.definition)

(expression
  (tag) @local.reference)
