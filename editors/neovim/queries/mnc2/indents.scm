; Nothing in the language asks for indentation: a new line is indented like the line before it.

(source_file) @indent.auto
