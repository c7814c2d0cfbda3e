//! Instructions that no path of the file reaches with a matrix size that something set.
//!
//! A path is followed from each instruction that sets a size, and from each that may do so: a call, a macro, data among the
//! code. What is never reached from there depends on sizes that nothing in the file sets. A chunk is summarized as blocks, which
//! begin at labels and end at branches; paths lead from block to block.

use std::collections::{HashMap, HashSet};

use mnc2_assembly::{PieceKind, Symbols, Unit};
use mnc2_text::{Diagnostic, LineRange, message};

use crate::base::{self, Base};
use crate::code::Code;
use crate::lower::Lowered;
use crate::table::Row;
use crate::version::Version;

/// The blocks of a chunk, and the words in it that may be labels to which control comes from anywhere.
#[derive(Debug, Default)]
pub(super) struct Part {
    blocks: Vec<Block>,
    mentioned: Vec<Box<str>>,
}

/// Statements that are executed one after another, from the first one to the last.
#[derive(Debug, Default)]
struct Block {
    /// The labels of the first statement.
    labels: Vec<Box<str>>,
    /// The first instruction that depends on the size, unless the size may be set before it.
    first_use: Option<Use>,
    /// Whether the size may be set.
    configures: bool,
    /// Whether the next block may follow.
    goes_on: bool,
    /// Where the last statement may jump.
    target: Option<Target>,
}

/// An instruction that depends on the size.
#[derive(Debug)]
struct Use {
    line: u32,
    range: LineRange,
    row: &'static Row,
}

#[derive(Debug)]
enum Target {
    Name(Box<str>),
    /// The number of a local label, and whether it is before.
    Local(Box<str>, bool),
}

/// Reads the statements of a chunk.
#[derive(Debug, Default)]
pub(super) struct Reader {
    part: Part,
    is_open: bool,
    mentioned: HashSet<Box<str>>,
}

impl Reader {
    /// Takes a statement of a line of the chunk.
    pub(super) fn statement(
        &mut self,
        line: u32,
        unit: &Unit<'_>,
        symbols: &Symbols,
        lowered: &Lowered,
    ) {
        let (text, statement) = (unit.line, unit.statement());
        if !self.is_open || !statement.labels.is_empty() {
            let labels = statement.labels.iter().map(|it| text.part(it).into());
            self.part.blocks.push(Block {
                labels: labels.collect(),
                goes_on: true,
                ..Block::default()
            });
        }
        let Some(block) = self.part.blocks.last_mut() else {
            return;
        };
        self.is_open = true;
        if let Some(row) = lowered.row()
            && row.uses_size()
            && !matches!(lowered, Lowered::Wrong(..))
            && !block.configures
            && block.first_use.is_none()
        {
            let range = statement.mnemonic.clone().unwrap_or_default();
            block.first_use = Some(Use { line, range, row });
        }
        block.configures |= may_configure(unit, symbols, lowered);
        let word = unit.mnemonic();
        let (goes_on, jumps) = ways(symbols, word);
        block.goes_on = goes_on;
        self.is_open = goes_on && !jumps;
        if jumps {
            let last = statement.operands.last();
            block.target = last.and_then(|operand| match operand.pieces.as_slice() {
                [only] => target(text.part(&only.range), only.kind),
                _ => None,
            });
        } else if !only_declares(word) {
            // Any other mention of a label may bring control there.
            let pieces = statement.operands.iter().flat_map(|it| &it.pieces);
            for piece in pieces.filter(|piece| piece.kind == PieceKind::Word) {
                let name = text.part(&piece.range);
                if !self.mentioned.contains(name) {
                    self.mentioned.insert(name.into());
                }
            }
        }
    }

    /// The summary of the chunk.
    pub(super) fn finish(mut self) -> Part {
        self.part.blocks.shrink_to_fit();
        self.part.mentioned = self.mentioned.into_iter().collect();
        self.part
    }
}

/// Whether the next statement may follow one with a mnemonic, and whether it may jump to its last operand.
pub(super) fn ways(symbols: &Symbols, word: &str) -> (bool, bool) {
    let base = match symbols.macros.contains_key(word) {
        true => None,
        false => base::find(word),
    };
    match base {
        Some(Base::Branch(..) | Base::BranchZero(..) | Base::Call | Base::JumpAndLink) => {
            (true, true)
        }
        Some(Base::Jump) => (false, true),
        Some(Base::Return | Base::JumpRegister) => (false, false),
        _ => (true, false),
    }
}

/// Whether a directive names labels without taking their address.
pub(super) fn only_declares(word: &str) -> bool {
    matches!(
        word,
        ".globl" | ".global" | ".type" | ".size" | ".local" | ".weak" | ".hidden"
    )
}

fn target(name: &str, kind: PieceKind) -> Option<Target> {
    match kind {
        PieceKind::Word => Some(Target::Name(name.into())),
        PieceKind::LocalLabel => {
            let (number, direction) = name.split_at_checked(name.len().checked_sub(1)?)?;
            Some(Target::Local(number.into(), direction == "b"))
        }
        _ => None,
    }
}

/// Whether the size may be set after a statement, regardless of its state before.
fn may_configure(unit: &Unit<'_>, symbols: &Symbols, lowered: &Lowered) -> bool {
    if let Some(row) = lowered.row() {
        return row.is_configuration();
    }
    let word = unit.mnemonic();
    // Data among code may be an instruction.
    let is_data = base::number_bytes(word).is_some() || matches!(word, ".insn" | ".incbin");
    // Another spelling, or another version, of what sets a size.
    let is_misspelled = ["mcfig", "msettile", "mcfgi"]
        .iter()
        .any(|start| word.starts_with(start));
    let is_call = matches!(
        base::find(word),
        Some(Base::Call | Base::JumpAndLink | Base::JumpAndLinkRegister | Base::Stop)
    );
    let is_macro = symbols.macros.contains_key(word)
        || symbols.defined.contains_key(word)
        || word.contains('\\');
    let is_unknown = symbols.has_includes
        && !word.is_empty()
        && !word.starts_with('.')
        && base::find(word).is_none();
    // A macro of a file that the build puts before this one is written in capital letters.
    let is_shouted = word.bytes().any(|byte| byte.is_ascii_uppercase());
    is_data || is_misspelled || is_call || is_macro || is_unknown || is_shouted
}

/// The findings in chunks that begin at lines.
pub(super) fn check(parts: &[(u32, &Part)], report: &mut dyn FnMut(u32, Diagnostic<Code>)) {
    let blocks = parts.iter();
    let blocks = blocks.flat_map(|(start, part)| part.blocks.iter().map(|it| (*start, it)));
    let blocks: Vec<(u32, &Block)> = blocks.collect();
    if blocks.iter().all(|(_, block)| block.first_use.is_none()) {
        return;
    }
    // Labels by name, with the block that each begins.
    let mut labels: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, (_, block)) in blocks.iter().enumerate() {
        for label in &block.labels {
            labels.entry(label).or_default().push(index);
        }
    }
    let mut paths = Paths {
        is_configured: vec![false; blocks.len()],
        queue: Vec::new(),
        blocks: &blocks,
        labels: &labels,
    };
    // The address of these labels is taken, so they may be reached from anywhere.
    for word in parts.iter().flat_map(|(_, part)| &part.mentioned) {
        for &index in labels.get(&**word).into_iter().flatten() {
            if !std::mem::replace(&mut paths.is_configured[index], true) {
                paths.queue.push(index);
            }
        }
    }
    let configuring = (0..blocks.len()).filter(|&index| blocks[index].1.configures);
    paths.queue.extend(configuring);
    paths.follow();
    for (index, (start, block)) in blocks.iter().enumerate() {
        let Some(first) = &block.first_use else {
            continue;
        };
        if paths.is_configured[index] {
            continue;
        }
        report(start + first.line, finding(first));
        // What follows has the same reason.
        paths.queue.push(index);
        paths.follow();
    }
}

fn finding(of: &Use) -> Diagnostic<Code> {
    let name = of.row.mnemonic;
    Diagnostic::new(
        Code::NoConfiguration,
        of.range.clone(),
        message!(
            "`{name}` depends on the matrix size, and nothing before it sets one",
            name
        ),
    )
    .help(match of.row.word(Version::V06) {
        None => message!("`mcfg`, `mcfgk`, `mcfgm` and `mcfgn` set it"),
        Some(_) => message!("`msettilem`, `msettilen` and `msettilek` set it"),
    })
}

struct Paths<'a> {
    blocks: &'a [(u32, &'a Block)],
    labels: &'a HashMap<&'a str, Vec<usize>>,
    /// Whether the size may be set at the first statement of a block.
    is_configured: Vec<bool>,
    /// Blocks at whose end it may be set.
    queue: Vec<usize>,
}

impl Paths<'_> {
    fn follow(&mut self) {
        while let Some(index) = self.queue.pop() {
            let block = self.blocks[index].1;
            let next = (block.goes_on && index + 1 < self.blocks.len()).then_some(index + 1);
            let target = block.target.as_ref();
            let target = target.and_then(|target| self.block_of(target, index));
            for next in next.into_iter().chain(target) {
                if !std::mem::replace(&mut self.is_configured[next], true) {
                    self.queue.push(next);
                }
            }
        }
    }

    /// The block of a label: a numeric one by direction.
    fn block_of(&self, target: &Target, at: usize) -> Option<usize> {
        match target {
            Target::Name(name) => self.labels.get(&**name)?.last().copied(),
            Target::Local(number, is_back) => {
                let places = self.labels.get(&**number)?;
                let after = places.partition_point(|&place| place <= at);
                match is_back {
                    true => places.get(after.checked_sub(1)?).copied(),
                    false => places.get(after).copied(),
                }
            }
        }
    }
}
