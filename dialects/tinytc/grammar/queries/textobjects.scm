; Text objects of nvim-treesitter-textobjects.

(function
  body: (region) @function.inner) @function.outer

[
  (for)
  (foreach)
] @loop.outer

(for
  body: (region) @loop.inner)

(foreach
  body: (region) @loop.inner)

(if
  then: (region) @conditional.inner) @conditional.outer

(if
  else: (region) @conditional.inner)

(parallel
  body: (region) @block.inner) @block.outer

(instruction) @statement.outer

(operation) @call.outer

(parameter) @parameter.outer @parameter.inner

(named_attribute) @attribute.outer

(named_attribute
  value: (_) @attribute.inner)

(results) @assignment.lhs

[
  (integer)
  (float)
] @number.inner

(comment) @comment.outer
