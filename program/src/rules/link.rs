//! Directives of a program for the linker: pools, names, the entries of the `.param` file, and the words of PDM that
//! they use. The SDK's linker leaves those words to the host, so nothing else compares them.
//!
//! The effects of a directive between two ordinary lines are not guessed: a check drops its state at a directive.

mod overlap;
mod pools;

use std::collections::HashMap;

use mnc2_isa::Memory;

use crate::code::Code;
use crate::directive::{BUFFER_WORDS, Directive, DirectiveName, DirectivePart, PDM_WORDS_OF_BLOCK};
use crate::finding::{Diagnostic, Finding};
use crate::{Line, OperandKind, ParamEntry, ParamKey, Params, Program, Statement};
use mnc2_text::{LineRange, Message, message};
use overlap::{Use, Whose};
use pools::Pool;

/// Words of PDM that an address of most transfers is a multiple of (manual 3.5.3).
const PDM_UNIT: u64 = 64;

/// Reports errors in the directives of a program, and in the use of PDM by linked output. The use of PDM is checked only with
/// the entries of its `.param` file.
pub fn find(program: &Program, params: Option<&Params>, findings: &mut Vec<Finding>) {
    let mut checker = Checker {
        program,
        params,
        pool: None,
        flags: HashMap::new(),
        uses: Vec::new(),
        findings,
    };
    let mut has_directives = false;
    for (number, line) in program.linked_lines() {
        let number = number as u32;
        if let Some(Statement::Directive(directive)) = &line.statement {
            has_directives = true;
            checker.directive(number, line, directive);
        }
        if let Some(pdm_use) = &line.pdm_use {
            checker.uses.push(Use::from_output(number, pdm_use));
        }
    }
    if has_directives {
        checker.addresses_of_linker();
    }
    let uses = std::mem::take(&mut checker.uses);
    overlap::find(uses, checker.findings);
}

struct Checker<'a> {
    program: &'a Program,
    params: Option<&'a Params>,
    pool: Option<Pool<'a>>,
    /// Where each name of boundary flags begins.
    flags: HashMap<&'a str, (u32, &'a LineRange)>,
    uses: Vec<Use>,
    findings: &'a mut Vec<Finding>,
}

impl<'a> Checker<'a> {
    fn report(&mut self, line: u32, diagnostic: Diagnostic) {
        self.findings.push(Finding {
            line,
            diagnostic: diagnostic.explained(),
        });
    }

    fn directive(&mut self, number: u32, line: &Line, directive: &'a Directive) {
        let Some(name) = directive.name else {
            return;
        };
        match name {
            DirectiveName::Alloc => self.alloc(number, line, directive),
            DirectiveName::Free => self.free(number, directive),
            DirectiveName::Alias
            | DirectiveName::Assign
            | DirectiveName::BoundaryFlags
            | DirectiveName::BoundaryFlagsCompute => self.new_flags(number, directive),
            DirectiveName::GetNeighbor => self.neighbor(number, directive),
            DirectiveName::Distribute
            | DirectiveName::Broadcast
            | DirectiveName::Collect
            | DirectiveName::Reduce
            | DirectiveName::Identify
            | DirectiveName::AccessPattern => {}
        }
        if name.wanted().is_some() {
            self.takes_from_pool(number, name, directive);
        }
        self.entry(number, name, directive);
    }

    fn new_flags(&mut self, number: u32, directive: &'a Directive) {
        let Some((name, range)) = directive.name_of(DirectivePart::NewFlags) else {
            return;
        };
        match self.flags.get(name) {
            Some(&(line, at)) => {
                let message = message!("there are boundary flags `{name}` already", name);
                let diagnostic = Diagnostic::new(Code::DirectiveName, range.clone(), message)
                    .note_at(line, at.clone(), message!("they begin here"));
                self.report(number, diagnostic);
            }
            None => {
                self.flags.insert(name, (number, range));
            }
        }
    }

    fn neighbor(&mut self, number: u32, directive: &Directive) {
        if let Some((name, range)) = directive.name_of(DirectivePart::Flags)
            && !self.flags.contains_key(name)
        {
            let message = message!(
                "there are no boundary flags `{name}` before this line",
                name
            );
            let mut diagnostic = Diagnostic::new(Code::DirectiveName, range.clone(), message);
            if let [only] = self.flags.keys().collect::<Vec<_>>().as_slice() {
                let title = message!("Replace with `{near}`", near = **only);
                diagnostic = diagnostic.suggest(title, range.clone(), **only);
            }
            self.report(number, diagnostic);
        }
        let setting = self.program.mask_setting_at(number as usize);
        if setting.entry != 0 {
            let message =
                message!("`@get_neighbor` ends the `mask` setting: it is 0 after this line");
            let mut diagnostic = Diagnostic::new(
                Code::DirectiveDoubtful,
                directive.name_range.clone(),
                message,
            );
            if let Some(line) = self.program.mask_statement_at(number as usize)
                && let Some(Statement::Mask(mask)) = self
                    .program
                    .line(line)
                    .and_then(|line| line.statement.as_ref())
            {
                diagnostic =
                    diagnostic.note_at(line as u32, mask.range.clone(), message!("the setting"));
            }
            self.report(number, diagnostic);
        }
    }

    /// The entry of the `.param` file that a directive names, and the words of PDM there.
    fn entry(&mut self, number: u32, name: DirectiveName, directive: &Directive) {
        let Some(params) = self.params else {
            return;
        };
        let Some((key, range)) = key_of(name, directive) else {
            return;
        };
        let Some(entry) = params.entry(&key) else {
            if params.is_whole {
                let shown = key.to_string();
                let message = message!(
                    "the `.param` file has no entry `{entry}`",
                    entry = shown.as_str()
                );
                let mut diagnostic = Diagnostic::new(Code::DirectiveName, range, message);
                let others = params.entries.iter().map(|entry| &entry.key);
                let others: Vec<String> = others
                    .filter(|other| other.keyword() == key.keyword())
                    .map(|other| format!("`{other}`"))
                    .collect();
                if !others.is_empty() {
                    diagnostic = diagnostic.help(message!(
                        "it has {entries}",
                        entries = Message::all_of(others)
                    ));
                }
                self.report(number, diagnostic);
            }
            return;
        };
        let needs_tag = matches!(name, DirectiveName::Collect | DirectiveName::Reduce);
        if needs_tag && entry.receive_tag.is_none() {
            let shown = key.to_string();
            let message = message!(
                "`{entry}` has no `:recv_wait_tag`: the host cannot wait for this transfer",
                entry = shown.as_str()
            );
            self.report(
                number,
                Diagnostic::new(Code::DirectiveDoubtful, range.clone(), message),
            );
        }
        self.words(number, name, directive, entry, &range);
    }

    fn words(
        &mut self,
        number: u32,
        name: DirectiveName,
        directive: &Directive,
        entry: &ParamEntry,
        range: &LineRange,
    ) {
        let Some(address) = entry.address else {
            return;
        };
        let uses = if name == DirectiveName::GetNeighbor {
            let Some(size) = entry.buffer_size else {
                return;
            };
            if size < BUFFER_WORDS {
                let wanted = BUFFER_WORDS;
                let message = message!(
                    "`@get_neighbor` uses {wanted} long words of its buffer, which has {size}",
                    wanted,
                    size
                );
                self.report(
                    number,
                    Diagnostic::new(Code::PdmWords, range.clone(), message),
                );
            }
            (size, true)
        } else {
            let Some(uses) = directive.pdm() else {
                return;
            };
            uses
        };
        let (size, writes) = uses;
        let pdm = u64::from(Memory::Pdm.size().unwrap_or(u32::MAX));
        let shown = entry.key.to_string();
        let wrong = if name == DirectiveName::Broadcast {
            // It loads the block that the address is in.
            let components = directive.number(DirectivePart::Size).unwrap_or(1);
            let at = address % PDM_WORDS_OF_BLOCK;
            (at + components > PDM_WORDS_OF_BLOCK).then(|| {
                message!(
                    "the words from {address} on are not in one block of 64 long words",
                    address
                )
            })
        } else {
            (!address.is_multiple_of(PDM_UNIT)).then(|| {
                let (below, unit) = (address - address % PDM_UNIT, PDM_UNIT);
                message!(
                    "`{entry}` begins at PDM address {address}, which is not a multiple of {unit}: the nearest are {below} and {above}",
                    entry = shown.as_str(),
                    address,
                    unit,
                    below,
                    above = below + PDM_UNIT
                )
            })
        };
        if let Some(message) = wrong {
            self.report(
                number,
                Diagnostic::new(Code::PdmWords, range.clone(), message),
            );
        }
        if address.saturating_add(size) > pdm {
            let message = message!(
                "`{directive}` uses {size} long words from PDM address {address} on, but PDM ends at {pdm}",
                directive = name.row().name,
                size,
                address,
                pdm
            );
            self.report(
                number,
                Diagnostic::new(Code::PdmWords, range.clone(), message),
            );
        }
        self.uses.push(Use {
            line: number,
            range: range.clone(),
            directive: name.row().name.into(),
            whose: Whose::Entry(entry.key.clone()),
            address,
            size,
            writes,
        });
    }

    /// Addresses of L1BM and L2BM in ordinary lines: the linker gives directives such addresses too.
    fn addresses_of_linker(&mut self) {
        let is_there = |kind: &OperandKind| {
            matches!(kind, OperandKind::L1bm { .. } | OperandKind::L2bm { .. })
        };
        let mut first = None;
        let mut count = 0u64;
        for (number, line) in (0u32..).zip(self.program.iter()) {
            let operands = match &line.statement {
                Some(Statement::Step(step)) => {
                    let expressions = step.expressions.iter();
                    expressions
                        .flat_map(|expression| expression.operands())
                        .find(|operand| is_there(&operand.kind))
                }
                Some(Statement::Mv(mv)) => mv.operands.iter().find(|it| is_there(&it.kind)),
                _ => None,
            };
            if let Some(operand) = operands {
                first.get_or_insert((number, operand.range.clone()));
                count += 1;
            }
        }
        let Some((line, range)) = first else {
            return;
        };
        let message = message!(
            "{count:# line names|# lines name} an address of L1BM or L2BM, which the linker may give to a directive too",
            count
        );
        self.report(line, Diagnostic::new(Code::AddressOfLinker, range, message));
    }
}

/// The entry of the `.param` file that a directive names, and where.
#[must_use]
pub fn key_of(name: DirectiveName, directive: &Directive) -> Option<(ParamKey, LineRange)> {
    let (part, by_number): (_, fn(u64) -> ParamKey) = match name {
        DirectiveName::Distribute
        | DirectiveName::Broadcast
        | DirectiveName::Collect
        | DirectiveName::Reduce => (DirectivePart::Slot, ParamKey::Slot),
        DirectiveName::Identify => (DirectivePart::Dimension, ParamKey::Identify),
        DirectiveName::BoundaryFlags => {
            let (name, range) = directive.name_of(DirectivePart::NewFlags)?;
            return Some((ParamKey::BoundaryFlags(name.into()), range.clone()));
        }
        DirectiveName::GetNeighbor => {
            let (name, range) = directive.name_of(DirectivePart::Buffer)?;
            return Some((ParamKey::Buffer(name.into()), range.clone()));
        }
        DirectiveName::BoundaryFlagsCompute
        | DirectiveName::Alias
        | DirectiveName::Assign
        | DirectiveName::Alloc
        | DirectiveName::Free
        | DirectiveName::AccessPattern => return None,
    };
    let number = directive.number(part)?;
    let range = directive.operand(part)?.range.clone();
    Some((by_number(number), range))
}
