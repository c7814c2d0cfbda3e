" The page that shows a run: headings, dump lines and values.

if exists('b:current_syntax')
  finish
endif

syntax match mnc2dumpHeading /^\S.*$/
syntax match mnc2dumpNumber /\v-?<\d+%(\.\d+)?%([eE][-+]\d+)?>/ contained
syntax match mnc2dumpBits /\v<0x\x+>/ contained
syntax match mnc2dumpOrigin /\v^DEBUG-\w+\([^)]*\):/ contained
syntax match mnc2dumpStatement /#.*$/ contained
syntax match mnc2dumpLine /^DEBUG-.*$/ contains=mnc2dumpOrigin,mnc2dumpNumber,mnc2dumpBits,mnc2dumpStatement
syntax match mnc2dumpElement /\v<n\d%(c\d)?%(b\d)?%(m\d+)?%(p\d)?>/ contained
syntax match mnc2dumpOperand /\v\$\S+/ contained
syntax match mnc2dumpWritten /^\s\+.*$/ contains=mnc2dumpOperand,mnc2dumpElement,mnc2dumpNumber,mnc2dumpBits

highlight default link mnc2dumpHeading Title
highlight default link mnc2dumpNumber Number
highlight default link mnc2dumpBits Constant
highlight default link mnc2dumpOrigin Identifier
highlight default link mnc2dumpStatement Comment
highlight default link mnc2dumpElement Tag
highlight default link mnc2dumpOperand Identifier

let b:current_syntax = 'mnc2dump'
