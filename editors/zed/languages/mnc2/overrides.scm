; Where config.toml's `not_in` holds.

(comment) @comment.inclusive

(literal) @string
