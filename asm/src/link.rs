//! In place of the linker of the unofficial SDK: a program with directives becomes an ordinary program.
//!
//! Ordinary lines are copied. A directive becomes transfers and steps, with the directive as a comment before them, from which
//! `mnc2_review::linker_output` finds the way back. `docs/linked-programs.md` lists what the SDK documents of an expansion and
//! what is assumed.
//!
//! The linker does not judge what the host places in PDM: words that two directives share are not an error here. Addresses of L1BM
//! and L2BM are the same in every program, since a directive leaves nothing there but the block of `@broadcast`.

mod broadcast;
mod flags;
mod neighbor;
mod transfers;

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write as _};

use mnc2_isa::{ControlOp, Op};
use mnc2_program::code::Code;
use mnc2_program::directive::{Directive, DirectiveName, DirectivePart, DirectiveValue, PoolKind};
use mnc2_program::finding::{Diagnostic, Finding};
use mnc2_program::rules::link::{find, key_of};
use mnc2_program::{FileForm, Line, OperandKind, ParamEntry, Params, Program, Statement};
use mnc2_text::{Message, line, message};

use crate::stparam::Structure;
use crate::{params, stparam};

/// The longest output, in bytes. A directive of 40 bytes becomes 2500.
const OUTPUT_BYTES_MAX: usize = 64 << 20;

/// Why programs are not linked: what is wrong, by file.
#[derive(Debug, Default)]
pub struct LinkErrors {
    /// At directives; errors in ordinary lines are the assembler's.
    pub program: Vec<Finding>,
    /// In the `.param` file.
    pub params: Vec<Finding>,
    /// In the `.stparam` file.
    pub structure: Vec<Finding>,
}

/// Links the text of a `._vsm` file with the texts of its `.param` file and its `.stparam` file.
///
/// # Errors
/// The errors of directives and parameters, without warnings. A directive is refused if it is documented for problems of one
/// dimension and used in another, and the line from which on the output is longer than 64 MiB.
pub fn link(program: &str, params: &str, structure: &str) -> Result<String, LinkErrors> {
    let errors = |findings: Vec<Finding>| -> Vec<Finding> {
        let found = findings.into_iter();
        found.filter(|it| it.diagnostic.is_error()).collect()
    };
    let (params, in_params) = params::read(params);
    let (structure, in_structure) = stparam::read(structure);
    let parsed = crate::parse_as(FileForm::Unlinked, program);
    let mut in_program = Vec::new();
    find(&parsed, Some(&params), &mut in_program);
    for (number, line) in parsed.linked_lines() {
        let own = line.diagnostics.iter().cloned();
        in_program.extend(own.map(|diagnostic| Finding {
            line: number as u32,
            diagnostic,
        }));
    }
    let mut found = LinkErrors {
        program: errors(in_program),
        params: errors(in_params),
        structure: errors(in_structure),
    };
    if found.params.is_empty() && found.structure.is_empty() && found.program.is_empty() {
        let linker = Linker::new(&params, &structure);
        match linker.linked(program, &parsed) {
            Ok(text) => return Ok(text),
            Err(finding) => found.program.push(*finding),
        }
    }
    found.program.sort_by_key(|finding| finding.line);
    Err(found)
}

/// The registers of an `@alloc`, by kind.
type Pool = HashMap<PoolKind, Vec<u64>>;

/// Steps that are owed after a transfer to registers, until its effect is needed.
#[derive(Clone, Copy, PartialEq)]
enum Owed {
    Nothing,
    /// Before any other line; before the next such transfer, fewer.
    AfterRegisters,
}

struct Linker<'a> {
    params: &'a Params,
    structure: &'a Structure,
    out: String,
    owed: Owed,
    /// The tags of the host that were waited for.
    awaited: HashSet<u64>,
    /// The dimension and the register of boundary flags, by name.
    flags: HashMap<&'a str, (usize, &'a str)>,
    pool: Pool,
    /// The first word of the block of PDM that is in L1BM for `@broadcast`.
    resident: Option<u64>,
}

/// A directive, and what it refers to.
#[derive(Clone, Copy)]
struct Site<'a> {
    directive: &'a Directive,
    name: DirectiveName,
    /// The line without spaces around it.
    quoted: &'a str,
    /// The whole line, which the ranges of operands count in.
    line: &'a str,
    /// Its entry of the `.param` file, if it has one.
    entry: Option<&'a ParamEntry>,
}

impl<'a> Site<'a> {
    /// The text of an operand.
    fn text(&self, part: DirectivePart) -> Option<&'a str> {
        let operand = self.directive.operand(part)?;
        Some(line::part(self.line, &operand.range))
    }

    /// The register of the PEs.
    fn register(&self) -> Option<&'a str> {
        let register = self.text(DirectivePart::Register);
        register.or_else(|| self.text(DirectivePart::Grf0))
    }

    /// The number of components, 1 to 4.
    fn components(&self) -> u64 {
        self.directive.number(DirectivePart::Size).unwrap_or(1)
    }

    /// The first word of PDM.
    fn address(&self) -> Option<u64> {
        self.entry?.address
    }

    fn dimension(&self) -> usize {
        let number = self.directive.number(DirectivePart::Dimension);
        number.map_or(0, |number| number as usize)
    }
}

impl<'a> Linker<'a> {
    fn new(params: &'a Params, structure: &'a Structure) -> Self {
        Self {
            params,
            structure,
            out: String::new(),
            owed: Owed::Nothing,
            awaited: HashSet::new(),
            flags: HashMap::new(),
            pool: Pool::new(),
            resident: None,
        }
    }

    fn linked(mut self, source: &'a str, program: &'a Program) -> Result<String, Box<Finding>> {
        let mut texts = line::lines(source).peekable();
        for (number, parsed) in (0..).zip(program.iter()) {
            let text = texts.next().unwrap_or_default();
            // The text after the last line end is not a line.
            if text.is_empty() && texts.peek().is_none() {
                break;
            }
            let refused = match parsed.directive() {
                Some(directive) => self.directive(directive, text).err(),
                None => {
                    self.ordinary(parsed, text);
                    None
                }
            };
            let refused = refused.or_else(|| self.too_long());
            if let Some(reason) = refused {
                let range = match parsed.directive() {
                    Some(directive) => directive.name_range.clone(),
                    None => line::range(0..text.len()),
                };
                let diagnostic = Diagnostic::new(Code::DirectiveOperand, range, reason);
                return Err(Box::new(Finding {
                    line: number,
                    diagnostic: diagnostic.explained(),
                }));
            }
        }
        self.settle();
        Ok(self.out)
    }

    fn too_long(&self) -> Option<Message> {
        let limit = OUTPUT_BYTES_MAX;
        (self.out.len() > limit).then(|| {
            message!(
                "from this line on, the linked program has more than {limit} bytes",
                limit = limit as u64
            )
        })
    }

    /// Writes a line of the expansion of a directive.
    fn line(&mut self, content: impl fmt::Display) {
        let written = writeln!(self.out, "\t{content}");
        debug_assert!(written.is_ok(), "memory is not a stream");
    }

    fn lines<const N: usize>(&mut self, contents: [&str; N]) {
        contents.into_iter().for_each(|content| self.line(content));
    }

    /// Copies an ordinary line.
    fn ordinary(&mut self, parsed: &Line, text: &str) {
        self.settle();
        if self.resident.is_some() && !leaves_memories(parsed) {
            self.resident = None;
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Writes the steps that are owed.
    fn settle(&mut self) {
        if self.owed == Owed::AfterRegisters {
            self.line("nop/24");
        }
        self.owed = Owed::Nothing;
    }

    /// Waits once for each tag that the host sends with, before the first directive whose entry has it.
    ///
    /// Assumed for several tags: the documents describe one, which the first directive waits for.
    fn wait_for_host(&mut self, entry: &ParamEntry) {
        let tag = entry.send_tag.filter(|tag| *tag != 0);
        if let Some(tag) = tag.filter(|tag| self.awaited.insert(*tag)) {
            self.line(format_args!("nop; wait i{tag:02x}"));
            self.line("nop/3");
            self.resident = None;
        }
    }

    /// The directive as a comment before its expansion, with the words of PDM that it uses.
    fn quote(&mut self, site: &Site<'_>) {
        let _ = writeln!(self.out, "# {}", site.quoted);
        let (Some((size, writes)), Some(slot), Some(address)) = (
            site.directive.pdm(),
            site.directive.number(DirectivePart::Slot),
            site.address(),
        ) else {
            return;
        };
        let label = site.text(DirectivePart::Label).unwrap_or_default();
        let _ = writeln!(
            self.out,
            "# (:pdm :directive \"{name}\" :id \"{id}\" :slot {slot} :place :pdm0 :addr {address} :size {size} :access {access})",
            name = site.name.row().name,
            id = label.replace('"', "'"),
            access = if writes { ":write" } else { ":read" },
        );
    }

    /// A directive without an expansion of its own, or with comments before it.
    fn quote_alone(&mut self, site: &Site<'_>) {
        let _ = writeln!(self.out, "#@ {}", site.quoted);
    }

    fn directive(&mut self, directive: &'a Directive, line: &'a str) -> Result<(), Message> {
        let Some(site) = self.site(directive, line) else {
            return Ok(());
        };
        let expanded = match site.name {
            DirectiveName::Distribute | DirectiveName::Identify => self.distribute(&site),
            DirectiveName::BoundaryFlags => {
                self.new_flags(&site);
                self.distribute(&site)
            }
            DirectiveName::Broadcast => self.broadcast(&site),
            DirectiveName::Collect => self.collect(&site),
            DirectiveName::Reduce => self.reduce(&site),
            DirectiveName::GetNeighbor => return self.neighbor(&site),
            DirectiveName::BoundaryFlagsCompute => return self.compute_flags(&site),
            DirectiveName::Alias | DirectiveName::Assign => {
                self.new_flags(&site);
                self.declaration(&site)
            }
            DirectiveName::Alloc => {
                self.pool = pool(directive);
                self.declaration(&site)
            }
            DirectiveName::Free => {
                self.pool.clear();
                self.declaration(&site)
            }
            DirectiveName::AccessPattern => {
                self.settle();
                self.quote(&site);
                Some(())
            }
        };
        expanded.ok_or_else(|| incomplete(site.name))
    }

    /// A directive with its entry; `None` if there is no directive of its name.
    fn site(&self, directive: &'a Directive, line: &'a str) -> Option<Site<'a>> {
        let name = directive.name?;
        let key = key_of(name, directive).map(|(key, _)| key);
        Some(Site {
            directive,
            name,
            quoted: line.trim(),
            line,
            entry: key.and_then(|key| self.params.entry(&key)),
        })
    }

    fn declaration(&mut self, site: &Site<'_>) -> Option<()> {
        self.settle();
        self.quote_alone(site);
        Some(())
    }

    fn new_flags(&mut self, site: &Site<'a>) {
        let name = site.directive.name_of(DirectivePart::NewFlags);
        if let (Some((name, _)), Some(register)) = (name, site.register()) {
            self.flags.insert(name, (site.dimension(), register));
        }
    }

    /// A register of the open pool.
    fn pooled(&self, kind: PoolKind, index: usize) -> Option<u64> {
        self.pool.get(&kind)?.get(index).copied()
    }

    /// Refuses a directive that is documented for problems of one dimension, in others.
    fn in_one_dimension(&self, name: DirectiveName) -> Result<(), Message> {
        match self.structure.dimensions {
            1 => Ok(()),
            dimensions => Err(message!(
                "`{directive}` is documented for problems of one dimension only, but `:ndim` is {dimensions}",
                directive = name.row().name,
                dimensions
            )),
        }
    }
}

/// What an operand is missing for; the checks before make sure that none is.
fn incomplete(name: DirectiveName) -> Message {
    message!(
        "`{directive}` cannot be expanded: an operand is missing",
        directive = name.row().name
    )
}

fn pool(directive: &Directive) -> Pool {
    let mut pool = Pool::new();
    let mut current = None;
    for operand in &directive.operands {
        match operand.value {
            DirectiveValue::PoolKind(kind) => current = Some(kind),
            DirectiveValue::Number(number) => {
                if let Some(kind) = current {
                    pool.entry(kind).or_default().push(number);
                }
            }
            DirectiveValue::Name(_) | DirectiveValue::Register(_) => {}
        }
    }
    pool
}

/// Whether a line can neither change L1BM nor PDM, nor wait for something that does.
fn leaves_memories(line: &Line) -> bool {
    match &line.statement {
        None => !line.has_error(),
        Some(Statement::Step(step)) => {
            let mut expressions = step.expressions.iter();
            !line.has_error()
                && expressions.all(|it| {
                    let mut operands = it.operands();
                    it.op != Op::Control(ControlOp::Wait)
                        && !operands.any(|it| matches!(it.kind, OperandKind::L1bm { .. }))
                })
        }
        Some(Statement::Mask(_)) => true,
        Some(_) => false,
    }
}
