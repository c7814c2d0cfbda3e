; No node reaches over a line end, so what folds are runs of lines of one kind.

[
  (comment)+
  (debug_get)+
  (debug_set)+
  (host_statement)+
  (mv_statement)+
] @fold
