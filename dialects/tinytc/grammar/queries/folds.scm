; Functions, regions, and lists of parameters.

[
  (function)
  (region)
  (parameters)
] @fold

(comment)+ @fold
