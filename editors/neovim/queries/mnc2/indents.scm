; Nothing in the language asks for indentation: a new line stands where the one before it stood.

(source_file) @indent.auto
