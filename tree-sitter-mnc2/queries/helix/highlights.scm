; Highlights by shape: the grammar knows no mnemonics. Capture names of Helix.

(comment) @comment.line

; Statements

[
  (quit_statement)
  "d"
  "get"
  "set"
  "mask"
  (host_command)
] @keyword.directive

(host_word) @string.special

; Directives of a linker

(directive_name) @keyword.directive

(register) @variable.builtin

(keyword) @variable.other.member

[
  (offset)
  (offset_list)
] @constant.numeric.integer

(mnemonic) @function.builtin

; A transfer runs beside the steps that follow it.
(mv_mnemonic) @function.special

; Options of an opcode

[
  "n"
  "nd"
  "p"
  (unknown_option)
] @attribute

(tag) @label

(rotation) @constant.numeric.integer

; Operands

(width) @type.builtin

[
  (memory)
  (mask_memories)
  "imr"
] @variable.builtin

(operand_name) @constant.builtin

(bare_word) @variable

[
  (indirect)
  (turnaround)
  (conversion)
  (mask_suffix)
  "v"
  "j"
] @keyword.storage.modifier

(scope_level) @variable.other.member

[
  (dtype)
  (literal_type)
] @type.builtin

; Numbers

(literal_value) @constant.numeric

[
  (number)
  (hex_run)
  (long_hex)
  (single_hex)
  (half_hex)
] @constant.numeric.integer

; Signs between the parts

[
  (sign)
  "/"
  "@"
] @operator

"$" @punctuation.special

[
  ";"
  ","
  "."
  "\""
] @punctuation.delimiter

[
  "["
  "]"
] @punctuation.bracket
