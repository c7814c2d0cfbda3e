; Highlights by shape, and of the words whose spelling says what they are. Capture names of Zed.
; What a matrix instruction does is said by the semantic tokens of the language server.

(comment) @comment

(block_comment) @comment

; A line of the C preprocessor looks like a comment.
((comment) @keyword.directive
  (#match? @keyword.directive "^#[ \t]*(define|undef|include|if|ifdef|ifndef|elif|else|endif|error|pragma)"))

(label name: (_) @label)

(mnemonic) @function.builtin

((mnemonic) @keyword.directive
  (#match? @keyword.directive "^\\."))

((word) @variable.builtin
  (#match? @variable.builtin "^(m[0-7]|[xf][0-9]+|zero|ra|sp|gp|tp|fp|[ast][0-9]+|f[ast][0-9]+|xm[a-z]+)$"))

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
