; Highlights by shape. Capture names of Zed.
; What an instruction does is said by the semantic tokens of the language server.

(comment) @comment

(index) @label

(statement thread: (number) @number.special)

(mnemonic) @function.builtin

(flags (word) @attribute)

(arrow) @operator

(call name: (word) @function.method)

((call name: (word) @variable.builtin)
  (#match? @variable.builtin "^([WR]?Acc|Local|DRAM[01]|Vars|Consts)$"))

((word) @variable.builtin
  (#match? @variable.builtin "^(I|O|R[0-9]+|Zeroes)$"))

(stride) @attribute

(number) @number

(size) @number

[
  "="
  "@"
  "^"
  "+"
] @operator

"," @punctuation.delimiter

[
  "("
  ")"
  "["
  "]"
] @punctuation.bracket
