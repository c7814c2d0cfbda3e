; Text objects of Helix: the nearest to a function here is a statement, to a parameter an operand.

(statement) @function.around

[
  (expression)
  (mv_statement)
] @function.inside

(expression
  (operand) @parameter.inside @parameter.around)

(mv_statement
  (operand) @parameter.inside @parameter.around)

(flat_list
  (number) @entry.inside @entry.around)

(l1b_list
  (number) @entry.inside @entry.around)

(comment) @comment.inside

(comment)+ @comment.around
