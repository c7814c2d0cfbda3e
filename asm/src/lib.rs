//! From MN-Core 2 assembly text to a typed program.
//!
//! [`LineParser`] turns one line into a [`Line`] (the only parser of the workspace, over the tree-sitter grammar);
//! [`parse`](parse()) turns a text into a [`Program`], which `mnc2_program` checks. Nothing here does I/O, and nothing can
//! fail: the result is always a value and a list of diagnostics.
//!
//! No statement spans lines, so each line is parsed alone: an edit costs as much as its lines, however long the file
//! is, and one broken line cannot affect the next.

mod assertion;
mod directive;
mod lazy;
mod line_limits;
pub mod link;
pub mod lower;
mod parallel;
pub mod params;
mod pdm_use;
pub mod s_expression;
pub mod stparam;
pub mod testcase;
pub mod watch;

pub use lazy::parse_lazily;
pub use parallel::parse_lines;

use tree_sitter::Parser;

use self::line_limits::exceeded;
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::{FileForm, Line, Program, Statement};
use mnc2_text::{line, message};

#[cfg(not(target_family = "wasm"))]
type OwnParser = Parser;
/// The library's parser cannot go from thread to thread in WebAssembly, where there is only one.
#[cfg(target_family = "wasm")]
type OwnParser = send_wrapper::SendWrapper<Parser>;

/// Parses single lines; keeps the parser's buffers between them.
pub struct LineParser {
    parser: OwnParser,
    suggests: bool,
}

impl Default for LineParser {
    fn default() -> Self {
        Self::new()
    }
}

impl LineParser {
    /// A parser with suggestions.
    ///
    /// # Panics
    /// If the grammar was generated for another version of tree-sitter, which a test rules out.
    #[must_use]
    pub fn new() -> Self {
        let mut parser = Parser::new();
        parser
            .set_language(&tree_sitter_mnc2::LANGUAGE.into())
            .expect("the grammar fits the linked tree-sitter");
        #[cfg(target_family = "wasm")]
        let parser = OwnParser::new(parser);
        Self {
            parser,
            suggests: true,
        }
    }

    /// A parser that does not search for what may be meant: for generated lines.
    #[must_use]
    pub fn without_suggestions() -> Self {
        Self {
            suggests: false,
            ..Self::new()
        }
    }

    /// Parses one line, which must not contain a line end.
    #[must_use]
    pub fn parse(&mut self, line: &str) -> Line {
        if line.is_empty() {
            return Line::default();
        }
        if let Some(max) = exceeded(line) {
            let diagnostic = Diagnostic::new(
                Code::UnreadableStatement,
                0..line.chars().next().map_or(0, char::len_utf8) as u32,
                message!(
                    "this line is longer than {max:# byte|# bytes} and is not read",
                    max
                ),
            );
            return Line {
                diagnostics: vec![diagnostic.explained()],
                ..Line::default()
            }
            .compact();
        }
        self.readable(line)
    }

    /// Parses a line of a file of some form. A line of a program for the linker can be a directive; the other forms have
    /// no lines of their own.
    #[must_use]
    pub fn parse_as(&mut self, form: FileForm, line: &str) -> Line {
        match form {
            FileForm::Program => self.parse(line),
            FileForm::Unlinked => self.parse_unlinked(line),
            FileForm::Placement | FileForm::Structure => Line::default(),
        }
    }

    fn parse_unlinked(&mut self, line: &str) -> Line {
        if exceeded(line).is_some() {
            return self.parse(line);
        }
        let Some(read) = directive::read(self, line) else {
            return self.parse(line);
        };
        let directive::Read {
            directive,
            comment,
            diagnostics,
        } = read;
        let statement = Some(Statement::Directive(Box::new(directive)));
        let mut parsed = lower::finished(line, statement, comment, diagnostics);
        assertion::add(self, line, &mut parsed);
        parsed.compact()
    }

    /// A line that is not too long.
    fn readable(&mut self, line: &str) -> Line {
        let Some(mut plain) = lower::plain_line(line) else {
            return self.parse_with_tree(line);
        };
        assertion::add(self, line, &mut plain);
        pdm_use::add(line, &mut plain);
        plain
    }

    /// As [`Self::parse`], always by way of a syntax tree. [`parse`](Self::parse) reads the plain forms of `d set` and of host
    /// statements without one;
    /// tests hold both to the same result.
    #[must_use]
    pub fn parse_with_tree(&mut self, line: &str) -> Line {
        let Some(tree) = self.parser.parse(line, None) else {
            return Line::default();
        };
        let parser: &mut Parser = &mut self.parser;
        let parser = self.suggests.then_some(parser);
        let mut lowered = lower::lower_line(line, tree.root_node(), parser);
        assertion::add(self, line, &mut lowered);
        pdm_use::add(line, &mut lowered);
        lowered.compact()
    }
}

/// Parses a whole text.
#[must_use]
pub fn parse(source: &str) -> Program {
    let lines: Vec<&str> = line::lines(source).collect();
    Program::from_lines(parallel::parse(&lines))
}

/// Parses a whole text of some form.
#[must_use]
pub fn parse_as(form: FileForm, source: &str) -> Program {
    let lines: Vec<&str> = line::lines(source).collect();
    let parse = |parser: &mut LineParser, line: &str| parser.parse_as(form, line);
    let parsed = parallel::parse_lines(&lines, parse, &|| false);
    Program::from_lines(parsed.expect("no one cancels it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_line_does_not_depend_on_the_lines_before_it() {
        let mut parser = LineParser::new();
        let first = parser.parse("lpasa $lm0v $ln0v");
        assert!(!first.diagnostics[0].fixes.is_empty());
        for _ in 0..1000 {
            assert!(parser.parse("lpasa $lm0v $ln0v") == first);
        }
    }
}

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
