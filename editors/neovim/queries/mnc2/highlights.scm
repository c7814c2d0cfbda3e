; Highlights by shape: the grammar knows no mnemonics. Capture names of Neovim.
; What a word means is said by the semantic tokens of the language server; this is what is seen without it.

(comment) @comment @spell

; Statements

[
  (quit_statement)
  "d"
  "get"
  "set"
] @keyword.debug

[
  "mask"
  (host_command)
] @keyword.directive

(host_word) @string.special

; Directives of a linker

(directive_name) @keyword.directive

(register) @variable.builtin

(keyword) @property

[
  (offset)
  (offset_list)
] @number

(mnemonic) @function.builtin

; A transfer runs beside the steps that follow it.
(mv_mnemonic) @keyword.coroutine

; Options of an opcode

[
  "n"
  "nd"
  "p"
  (unknown_option)
] @attribute

(tag) @label

(rotation) @number

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
] @keyword.modifier

(scope_level) @variable.member

[
  (dtype)
  (literal_type)
] @type.builtin

; Numbers

[
  (number)
  (literal_value)
  (hex_run)
  (long_hex)
  (single_hex)
  (half_hex)
] @number

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
