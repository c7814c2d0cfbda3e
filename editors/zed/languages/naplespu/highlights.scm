; Highlights by shape, and of the words whose spelling says what they are. Capture names of Zed.
; What an instruction does is said by the semantic tokens of the language server.

(comment) @comment

(block_comment) @comment

(label name: (_) @label)

(mnemonic) @function.builtin

((mnemonic) @keyword.directive
  (#match? @keyword.directive "^\\."))

((word) @variable.builtin
  (#match? @variable.builtin "^(s[0-9]|s[1-4][0-9]|s5[0-7]|v[0-9]|v[1-5][0-9]|v6[0-3]|tr|rm|fp|sp|ra|pc)$"))

(local_label) @label

(number) @number

(string) @string

(character) @string

(operator) @operator

[
  ","
  ";"
  ":"
] @punctuation.delimiter

[
  "("
  ")"
  "["
  "]"
] @punctuation.bracket
