//! Pools of registers: where each begins and ends, and whether it has what a directive takes.

use super::Checker;
use crate::Line;
use crate::code::Code;
use crate::directive::{Directive, DirectiveName, DirectivePart, PoolKind};
use crate::finding::Diagnostic;
use mnc2_text::{LineRange, message};

/// A pool that is not free yet.
pub(super) struct Pool<'a> {
    line: u32,
    directive: &'a Directive,
    /// Whether something is wrong with its line, so that its registers are not all known.
    is_in_error: bool,
}

impl<'a> Checker<'a> {
    pub(super) fn alloc(&mut self, number: u32, line: &Line, directive: &'a Directive) {
        if let Some(open) = &self.pool {
            let diagnostic = Diagnostic::new(
                Code::RegisterPool,
                directive.name_range.clone(),
                message!("`@alloc` stands within another one"),
            )
            .note_at(
                open.line,
                open.directive.range.clone(),
                message!("this one is not free yet"),
            );
            self.report(number, diagnostic);
        }
        self.pool = Some(Pool {
            line: number,
            directive,
            is_in_error: line.has_error(),
        });
    }

    pub(super) fn free(&mut self, number: u32, directive: &'a Directive) {
        let open = self.pool.take();
        let Some((name, range)) = directive.name_of(DirectivePart::Pool) else {
            return;
        };
        let Some(open) = open else {
            let message = message!("there is no pool `{name}` to free", name);
            self.report(
                number,
                Diagnostic::new(Code::RegisterPool, range.clone(), message),
            );
            return;
        };
        self.same_pool(number, &open, name, range);
    }

    /// Reports a name other than the name of the open pool. Returns whether the names are equal.
    fn same_pool(&mut self, number: u32, open: &Pool<'_>, name: &str, range: &LineRange) -> bool {
        let Some((opened, at)) = open.directive.name_of(DirectivePart::NewPool) else {
            return false;
        };
        if opened == name {
            return true;
        }
        let message = message!("the pool here is `{opened}`, not `{name}`", opened, name);
        let diagnostic = Diagnostic::new(Code::RegisterPool, range.clone(), message)
            .note_at(open.line, at.clone(), message!("it begins here"))
            .suggest(
                message!("Replace with `{near}`", near = opened),
                range.clone(),
                opened,
            );
        self.report(number, diagnostic);
        false
    }

    pub(super) fn takes_from_pool(
        &mut self,
        number: u32,
        name: DirectiveName,
        directive: &Directive,
    ) {
        let (Some((pool, range)), Some(wanted)) =
            (directive.name_of(DirectivePart::Pool), name.wanted())
        else {
            return;
        };
        let Some(open) = self.pool.take() else {
            let message = message!(
                "`{directive}` stands between `@alloc {pool}` and `@free {pool}`",
                directive = name.row().name,
                pool
            );
            self.report(
                number,
                Diagnostic::new(Code::RegisterPool, range.clone(), message),
            );
            return;
        };
        if self.same_pool(number, &open, pool, range) && !open.is_in_error {
            let kinds = [
                (PoolKind::Grf0, wanted.grf0),
                (PoolKind::Masks, wanted.masks),
                (PoolKind::Lm1, wanted.lm1),
            ];
            for (kind, wanted) in kinds {
                let has = open.directive.registers(kind);
                if has >= wanted {
                    continue;
                }
                let message = message!(
                    "`{directive}` takes {wanted:# register|# registers} of `{kind}`, but the pool has {has}",
                    directive = name.row().name,
                    wanted,
                    kind = kind.keyword(),
                    has
                );
                let diagnostic = Diagnostic::new(Code::RegisterPool, range.clone(), message)
                    .note_at(
                        open.line,
                        open.directive.range.clone(),
                        message!("the pool begins here"),
                    );
                self.report(number, diagnostic);
            }
        }
        self.pool = Some(open);
    }
}
