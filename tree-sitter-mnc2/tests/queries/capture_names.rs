//! The capture names that the editors document, separated by spaces, except names for markup.

/// Neovim, `:help treesitter-highlight-groups`, and the two for the spell checker.
pub(crate) const NEOVIM_HIGHLIGHTS: &str = "
    variable variable.builtin variable.parameter variable.parameter.builtin variable.member
    constant constant.builtin constant.macro
    module module.builtin label
    string string.documentation string.regexp string.escape
    string.special string.special.symbol string.special.url string.special.path
    character character.special boolean number number.float
    type type.builtin type.definition
    attribute attribute.builtin property
    function function.builtin function.call function.macro function.method function.method.call
    constructor operator
    keyword keyword.coroutine keyword.function keyword.operator keyword.import keyword.type
    keyword.modifier keyword.repeat keyword.return keyword.debug keyword.exception
    keyword.conditional keyword.conditional.ternary keyword.directive keyword.directive.define
    punctuation.delimiter punctuation.bracket punctuation.special
    comment comment.documentation comment.error comment.warning comment.todo comment.note
    spell nospell
";

/// nvim-treesitter, the chapter on indents of its guide for contributors.
pub(crate) const NEOVIM_INDENTS: &str = "
    indent.begin indent.end indent.branch indent.dedent indent.auto indent.ignore indent.zero
    indent.align
";

/// nvim-treesitter, the chapter on locals of its guide for contributors.
pub(crate) const NEOVIM_LOCALS: &str = "
    local.definition local.definition.constant local.definition.function local.definition.method
    local.definition.var local.definition.parameter local.definition.macro local.definition.type
    local.definition.field local.definition.enum local.definition.namespace
    local.definition.import local.definition.associated
    local.scope local.reference
";

/// nvim-treesitter-textobjects, its guide for contributors.
pub(crate) const NEOVIM_TEXTOBJECTS: &str = "
    attribute.inner attribute.outer function.inner function.outer class.inner class.outer
    conditional.inner conditional.outer loop.inner loop.outer call.inner call.outer
    block.inner block.outer parameter.inner parameter.outer regex.inner regex.outer
    comment.inner comment.outer assignment.inner assignment.outer return.inner return.outer
    frame.inner frame.outer statement.outer scopename.inner number.inner
    assignment.lhs assignment.rhs
";

/// Helix, the chapter on themes of its book.
pub(crate) const HELIX_HIGHLIGHTS: &str = "
    attribute
    type type.builtin type.parameter type.enum type.enum.variant constructor
    constant constant.builtin constant.builtin.boolean
    constant.character constant.character.escape
    constant.numeric constant.numeric.integer constant.numeric.float
    string string.regexp string.special string.special.path string.special.url
    string.special.symbol
    comment comment.line comment.line.documentation comment.block comment.block.documentation
    comment.unused
    variable variable.mutable variable.builtin variable.builtin.mutable variable.parameter
    variable.parameter.mutable variable.other variable.other.member
    variable.other.member.private
    label
    punctuation punctuation.delimiter punctuation.bracket punctuation.special
    keyword keyword.control keyword.control.conditional keyword.control.repeat
    keyword.control.import keyword.control.return keyword.control.exception keyword.operator
    keyword.directive keyword.function keyword.storage keyword.storage.type
    keyword.storage.modifier
    operator
    function function.public function.builtin function.method function.method.public
    function.method.private function.macro function.special
    tag tag.builtin namespace special
";

/// Helix, the chapter on locals of its book: a definition is named after a highlight.
pub(crate) const HELIX_LOCALS: &str = "
    local.definition.label local.definition.constant local.definition.variable
    local.scope local.reference
";

/// Helix, the chapter on text objects of its book.
pub(crate) const HELIX_TEXTOBJECTS: &str = "
    function.inside function.around class.inside class.around test.inside test.around
    parameter.inside parameter.around comment.inside comment.around entry.inside entry.around
    xml-element.inside xml-element.around
";

/// The captures of injections in Neovim and in Helix.
pub(crate) const INJECTIONS: &str = "injection.content injection.language injection.filename";
