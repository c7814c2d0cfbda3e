; Highlights, with the capture names of Zed.

(comment) @comment
(string) @string
(integer) @number
(float) @number.float
(boolean) @boolean
(dynamic) @constant.builtin

(boolean_type) @type.builtin
(scalar_type) @type.builtin
["memref" "group" "coopmatrix" "strided" "offset"] @type
(address_space) @keyword.modifier
(matrix_use) @keyword.modifier

(opcode) @function.builtin
(modifier) @attribute
(attribute_name) @property
(named_attribute name: (string) @property)

"func" @keyword.function
"attributes" @keyword
["for" "foreach"] @keyword.repeat
["if" "else"] @keyword.conditional
["parallel" "init"] @keyword
"yield" @keyword.return

(function name: (global_identifier) @function)
(local_identifier) @variable
(parameter name: (local_identifier) @variable.parameter)

["{" "}" "(" ")" "[" "]" "<" ">"] @punctuation.bracket
["," ":"] @punctuation.delimiter
["=" "->" "x"] @operator
