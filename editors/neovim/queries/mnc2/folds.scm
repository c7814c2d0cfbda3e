; No node reaches over a line end, so what folds are runs of lines of one kind.

(comment)+ @fold

(debug_get)+ @fold

(debug_set)+ @fold

(host_statement)+ @fold

(mv_statement)+ @fold
