; Indentation for Neovim: what is inside of a region stands two columns further in.

(region) @indent.begin

(parameters
  "(" @indent.begin)

(region
  "}" @indent.branch @indent.end)

(parameters
  ")" @indent.branch)

(comment) @indent.auto
