//! The name and the parameters of a function.

use mnc2_text::message;

use super::{Parsed, Parser};
use crate::code::Code;
use crate::ir::{Origin, Parameter};
use crate::issue::Issue;
use crate::lex::TokenKind;

impl Parser<'_> {
    /// The name and the parameters.
    pub(super) fn header(&mut self, start: u32) -> Parsed<()> {
        if self.kind() != Some(TokenKind::Global) {
            self.function.name_range = start..self.end_before();
            let place = self.place();
            let message = message!("a function has a name that begins with `@`");
            self.issues.push(Issue::new(Code::Syntax, place, message));
            self.parameters_after_mistake();
            return None;
        }
        let range = self.take();
        self.function.name = self.part(&range)[1..].to_owned();
        self.function.name_range = range;
        self.parameters()
    }

    /// The parameters of a function whose name could not be read.
    fn parameters_after_mistake(&mut self) {
        if self.second() == "(" {
            self.take();
        }
        if self.is_sign("(") {
            self.parameters();
        } else {
            self.has_unknown_parameters = true;
        }
    }

    /// The parameters in their parentheses. One that cannot be read costs the others nothing.
    fn parameters(&mut self) -> Parsed<()> {
        let mut is_read = self.expect("(").is_some();
        let is_parameter = self.kind() == Some(TokenKind::Local) && !self.is_header_end();
        if !is_read && !is_parameter && !self.is_sign(")") {
            self.has_unknown_parameters = true;
            return None;
        }
        if !self.is_sign(")") {
            loop {
                if self.parameter().is_none() {
                    is_read = false;
                    while !self.is_header_end() && !self.is_sign(")") {
                        if self.is_sign(",") && self.second().starts_with('%') {
                            break;
                        }
                        self.at += 1;
                    }
                    // The braces of its attributes are not a body.
                    if self.is_dictionary() {
                        self.dictionary();
                    }
                }
                if self.accept(",") {
                    continue;
                }
                if self.kind() != Some(TokenKind::Local) || self.second() != ":" {
                    break;
                }
                is_read = self.expect(",").is_some();
            }
        }
        self.has_unknown_parameters = !self.is_sign(")");
        if is_read {
            return self.expect(")");
        }
        self.accept(")").then_some(())
    }

    fn parameter(&mut self) -> Parsed<()> {
        if self.kind() != Some(TokenKind::Local) || self.is_next_start() {
            self.lost.push(self.place().start);
            return self.unexpected(message!("a parameter (`%name: type`)"));
        }
        let name = self.take();
        let value = self.define(name, None, Origin::Parameter);
        self.expect(":")?;
        let (ty, type_range) = self.ty()?;
        self.function.values[value.0 as usize].ty = ty;
        let is_unnamed = self.is_sign("{") && self.second() == "=";
        let attributes = if self.is_attributed() || self.is_definition() || is_unnamed {
            Some(self.dictionary()?)
        } else {
            None
        };
        self.function.parameters.push(Parameter {
            value,
            type_range,
            attributes,
        });
        Some(())
    }
}
