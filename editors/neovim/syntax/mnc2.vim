" Base colours of MN-Core 2 assembly, by shape alone, for when the tree-sitter
" parser is not installed.

if exists('b:current_syntax')
  finish
endif

syntax case match

" Where patterns meet at one place the later one wins.
syntax match mnc2Number /\v<%(0x\x+|0b[01]+|0o\o+|\d+)>/
syntax match mnc2Mnemonic /\v%(^|;)\s*\zs[a-z][a-z0-9_]*/
syntax match mnc2Move /\v^\s*\zsmv[a-z0-9]*/
syntax match mnc2Statement /\v^\s*\zs%(quit>|mask[a-z]*\ze\s+\d|d\s+%(get|set)[a-z]*>|[cefr]\ze%(\s|$))/
syntax match mnc2Tag /\v%(<|\/|\d@<=)i\x\x%(>|[np\/]@=)/
syntax match mnc2Operand /\v-?\$[a-z]+\d*%([vj]\d*)*[er]?/
syntax match mnc2Builtin /\v-?\$%(mauf|aluf|lbf|mreadf|nowrite|[a-z0-9]*id>|msb1>)/
syntax match mnc2Option /\v\/%(nd|[np])?\d+/
syntax match mnc2Mask /\v\/%(\$l{0,2}imr\d+|l{0,2}[01]{4}\d@!)[tp]?/
syntax match mnc2Location /\v\@%(\[[^]]*]|[0-9.]+)/
syntax match mnc2Literal /\v<[a-z]+"[^"]*"/
syntax match mnc2Directive /\v^\s*\zs\@[A-Za-z_]+/
syntax match mnc2Comment /#.*$/

highlight default link mnc2Number Number
highlight default link mnc2Mnemonic Function
highlight default link mnc2Move Keyword
highlight default link mnc2Statement Statement
highlight default link mnc2Directive PreProc
highlight default link mnc2Tag Label
highlight default link mnc2Operand Identifier
highlight default link mnc2Builtin Special
highlight default link mnc2Mask StorageClass
highlight default link mnc2Option Number
highlight default link mnc2Location Number
highlight default link mnc2Literal String
highlight default link mnc2Comment Comment

let b:current_syntax = 'mnc2'
