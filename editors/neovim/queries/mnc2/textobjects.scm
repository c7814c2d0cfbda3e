; Text objects of nvim-treesitter-textobjects: an instruction is a call, an operand its parameter.

(statement) @statement.outer

[
  (expression)
  (mv_statement)
] @call.outer

(expression
  (operand) @parameter.inner @parameter.outer)

(mv_statement
  (operand) @parameter.inner @parameter.outer)

(number) @number.inner

(comment) @comment.outer
