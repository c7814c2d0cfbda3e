//! The text of a program, parsed far enough to see what it reads and writes.

/// One of the memories that PE instructions address by operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Memory {
    /// `m`: local memory LM0.
    Lm0,
    /// `n`: local memory LM1.
    Lm1,
    /// `r`: register file GRF0.
    Grf0,
    /// `s`: register file GRF1.
    Grf1,
    /// `t`: the T-register.
    T,
    /// `omr`: the mask register.
    MaskRegister,
}

impl Memory {
    /// Single words, after which addresses wrap around (manual 3.6.1.6, 3.6.1.10).
    #[must_use]
    pub const fn size_words(self) -> u32 {
        match self {
            Self::Lm0 | Self::Lm1 => 4096,
            Self::Grf0 | Self::Grf1 => 512,
            Self::T | Self::MaskRegister => 16,
        }
    }

    /// Whether it is LM0 or LM1.
    #[must_use]
    pub const fn is_lm(self) -> bool {
        matches!(self, Self::Lm0 | Self::Lm1)
    }
}

/// The addresses of an LM or GRF operand in the four cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// `<addr>[v[<adri>]]`: the address and the increment, both in single words.
    Stride(u32, u32),
    /// `[a,b,c,d]`: the four addresses.
    Flat([u32; 4]),
}

/// The part of an LM or GRF that an operand accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The LM or GRF.
    pub memory: Memory,
    /// 1, 2 or 4 single words for nothing, `l`, `ll`.
    pub width_words: u32,
    /// The addresses in the four cycles.
    pub place: Where,
    /// `$mt`: the T-register is added.
    pub is_indirect: bool,
    /// `j<madpe>`: address modification by PE.
    pub modification: Option<u32>,
}

impl Region {
    /// The address of each cycle as written, without T, base register and `j`.
    #[must_use]
    pub fn addresses(&self) -> [u32; 4] {
        match self.place {
            Where::Stride(address, increment) => {
                [0, 1, 2, 3].map(|cycle| (address + cycle * increment) % self.memory.size_words())
            }
            Where::Flat(addresses) => addresses,
        }
    }
}

/// The place or value that an operand names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// LM or GRF.
    Region(Region),
    T,
    /// The base address register of an LM.
    Base(Memory),
    /// `$omr<n>`: entry n.
    MaskEntry(u32),
    /// `$lx0`, `$ly`: the side, and the row or column if there is one.
    Matrix(char, Option<u32>),
    /// `$mauf`, `$aluf`, `$lbf`, `$mreadf`
    Forwarding(String),
    /// `$nowrite`, constants, literals, tags: nothing that can conflict.
    Nothing(String),
    /// L1BM; without an address the turnaround register. Whether the width is 2 long words.
    L1bm(Option<u32>, bool),
    /// L2BM: its address in long words.
    L2bm(u32),
}

/// `/1000`, `/ll1000`, `/$imr1`, `/$llimr1`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask {
    /// Whether the mask application word length is 2 long words.
    pub is_double: bool,
    /// 1 to 15 variable, 16 and more fixed (manual 3.6.2).
    pub entry: u32,
}

/// An operand with its prefixes and suffixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedOperand {
    /// The place or value that it names.
    pub operand: Operand,
    /// Whether a `-` precedes it.
    pub is_negative: bool,
    /// `e` or `r` after it.
    pub conversion: Option<char>,
    /// The write mask after it.
    pub mask: Option<Mask>,
}

/// The groups of table 3.6, with the facts about each that the rules need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// `nop`, n of them.
    Nop(u32),
    /// The group of `noforward`.
    Noforward,
    /// An L2BM instruction other than `l2bmdarw`.
    L2bm(L2bm),
    /// The group of `l2bmdarw`.
    L2bmdarw,
    /// Non-turnaround or turnaround L1BM instruction.
    L1bm {
        /// L1BM → PE.
        is_to_pe: bool,
        /// It reads `$lbi`.
        is_turnaround: bool,
    },
    /// mfma, mmul, vfma, vmul, vadd, vpassa: its name without precision and options.
    MauCalc(char, String),
    /// mwrite, with its precision.
    Mwrite(char),
    /// mread, with its precision.
    Mread(char),
    /// An ALU instruction, and whether it is `imm`.
    Alu {
        /// `imm` or `immu`.
        is_imm: bool,
    },
    /// The group of `wait`.
    Wait,
}

/// The transfer of an L2BM instruction, and the L1Bs that take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum L2bm {
    /// L2BM → L1BM into these L1Bs, this many long words of L1BM in a cycle.
    Down(u8, u32),
    /// L1BM → L2BM from these L1Bs: long words of L1BM and of L2BM in a cycle.
    Up(u8, u32, u32),
    /// Internal multicast from these L1Bs into those.
    Multicast(u8, u8),
    Dars,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// Its opcode without precision and options.
    pub name: String,
    /// The group of table 3.6.
    pub unit: Unit,
    pub zero_flush: Option<Mask>,
    /// The operands that it reads.
    pub inputs: Vec<PlacedOperand>,
    /// The operands that it writes.
    pub outputs: Vec<PlacedOperand>,
}

/// A multi-row application of a write mask (manual 3.6.2.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The mask that is applied.
    pub mask: Mask,
    /// The letters of the memories that it covers.
    pub letters: String,
}

/// The statement in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// PE instructions of one step.
    Step(Vec<Expression>),
    /// An MV instruction; the start and the number of the long words of L2BM that it reads, if any.
    Mv(Option<(u32, u32)>),
    Mask(Setting),
    Quit,
    /// Nothing that takes part: blank, comment, debug and host statements.
    Nothing,
}

/// Reads a program.
///
/// # Errors
/// The line, counted from 1, that cannot be parsed.
pub fn program(text: &str) -> Result<Vec<Statement>, String> {
    let mut statements = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let read = statement(line);
        statements
            .push(read.ok_or_else(|| format!("line {} is not understood: {line}", number + 1))?);
        // Lines after it are not assembled.
        if statements.last() == Some(&Statement::Quit) {
            break;
        }
    }
    Ok(statements)
}

#[must_use]
pub fn statement(line: &str) -> Option<Statement> {
    let code = line.split('#').next().unwrap_or_default().trim();
    let first = code.split_whitespace().next().unwrap_or_default();
    Some(match first {
        "" | "d" | "c" | "e" | "f" | "r" => Statement::Nothing,
        "quit" => Statement::Quit,
        _ if first.starts_with("mv") => mv(code)?,
        _ if first.starts_with("mask") => Statement::Mask(setting(code)?),
        _ => {
            let expressions = code
                .split(';')
                .map(str::trim)
                .filter(|text| !text.is_empty());
            let step: Vec<Expression> = expressions.map(expression).collect::<Option<_>>()?;
            if step.is_empty() {
                return Some(Statement::Nothing);
            }
            Statement::Step(step)
        }
    })
}

fn number(text: &str) -> Option<u32> {
    let (digits, radix) = match text.get(..2) {
        Some("0x") => (&text[2..], 16),
        Some("0o") => (&text[2..], 8),
        Some("0b") => (&text[2..], 2),
        _ => (text, 10),
    };
    u32::from_str_radix(digits, radix).ok()
}

/// Blanks within a flat list do not separate operands.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_in_list = false;
    for character in text.chars() {
        is_in_list = (is_in_list || character == '[') && character != ']';
        if !character.is_whitespace() {
            words.last_mut().expect("never empty").push(character);
        } else if !is_in_list && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Parses an MV statement such as `mvp/n64i01 $lc0@.0 $d0`.
fn mv(code: &str) -> Option<Statement> {
    let words = words(code);
    let Some(source) = words.get(1).and_then(|word| word.strip_prefix("$lc")) else {
        return Some(Statement::Mv(None));
    };
    let start = number(source.split('@').next()?)?;
    let mut size = None;
    let mut rest = words[0].split_once('/')?.1;
    while !rest.is_empty() {
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic())?;
        // The digits of a tag are hexadecimal, so a tag ends after two of them.
        if rest.starts_with('i') {
            rest = rest.get(3..)?;
            continue;
        }
        let (name, value) = rest.split_at(letters);
        let end = value
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(value.len());
        if name == "n" {
            size = number(&value[..end]);
        }
        rest = &value[end..];
    }
    Some(Statement::Mv(Some((start, size?))))
}

/// Parses a statement `mask[l|ll][r][s][t][m][n][k] <addr>`.
fn setting(code: &str) -> Option<Setting> {
    let (name, entry) = code.split_once(char::is_whitespace)?;
    let letters = name.strip_prefix("mask")?;
    let (is_double, letters) = match letters.strip_prefix("ll") {
        Some(letters) => (true, letters),
        None => (false, letters.strip_prefix('l').unwrap_or(letters)),
    };
    Some(Setting {
        mask: Mask {
            is_double,
            entry: number(entry.trim())?,
        },
        letters: letters.to_owned(),
    })
}

/// `[ll]<mask-pattern>[t|p]` or `$[ll]imr<adr>[t|p]`
fn mask(text: &str) -> Option<Mask> {
    let text = text.trim_end_matches(['t', 'p']);
    let (is_variable, text) = match text.strip_prefix('$') {
        Some(text) => (true, text),
        None => (false, text),
    };
    let (is_double, text) = match text.strip_prefix("ll") {
        Some(text) => (true, text),
        None => (false, text),
    };
    let entry = if is_variable {
        number(text.strip_prefix("imr")?)?
    } else if text.len() == 4 {
        16 + u32::from_str_radix(text, 2).ok()?
    } else {
        return None;
    };
    Some(Mask { is_double, entry })
}

/// The L1B set of manual 3.6.7.1 and the `immode` that describes it.
fn l1b_set(text: &str) -> Option<(u8, u8)> {
    if let Some(list) = text
        .strip_prefix('[')
        .and_then(|list| list.strip_suffix(']'))
    {
        let numbers: Vec<u32> = list.split(',').map(number).collect::<Option<_>>()?;
        let set = numbers.iter().fold(0_u8, |set, l1b| set | 1 << (l1b & 7));
        return (0..8).find_map(|immode| {
            let (found, _) = l1b_set(&format!("{}/{immode}", numbers[0]))?;
            (found == set).then_some((set, immode))
        });
    }
    let (address, immode) = text.split_once('/').unwrap_or((text, "0"));
    let (address, immode) = (number(address)? as u8, number(immode)? as u8);
    let kept = 7 ^ immode;
    let set = (0..8)
        .filter(|l1b| l1b & kept == address & kept)
        .fold(0, |set, l1b| set | 1 << l1b);
    Some((set, immode))
}

/// Parses an expression `<opcode> <in-operand-1> ... <out-operand-1> ...`.
fn expression(text: &str) -> Option<Expression> {
    let words = words(text);
    let (opcode, operands) = words.split_first()?;
    let places: Vec<PlacedOperand> = operands
        .iter()
        .map(|text| place(text))
        .collect::<Option<_>>()?;
    let end = opcode.find(['/', '@', '+', '-']).unwrap_or(opcode.len());
    let (mnemonic, options) = opcode.split_at(end);
    let (name, unit, input_count) = unit(mnemonic, options, &places)?;
    let zero_flush = match unit {
        Unit::L1bm { .. } | Unit::MauCalc(..) | Unit::Mread(_) | Unit::Alu { .. } => options
            .split('/')
            .skip(1)
            // The mantissa length of `hbfn/9` has one digit.
            .filter(|option| option.len() > 1)
            .map(mask)
            .last(),
        _ => None,
    };
    let zero_flush = match zero_flush {
        Some(None) => return None,
        Some(mask) => mask,
        None => None,
    };
    let (inputs, outputs) = places.split_at_checked(input_count)?;
    Some(Expression {
        name,
        unit,
        zero_flush,
        inputs: inputs.to_vec(),
        outputs: outputs.to_vec(),
    })
}

/// The opcode's name, its group, and how many inputs it has.
fn unit(mnemonic: &str, options: &str, places: &[PlacedOperand]) -> Option<(String, Unit, usize)> {
    let first = places.first().map(|place| &place.operand);
    let named = |unit, inputs| Some((mnemonic.to_owned(), unit, inputs));
    match mnemonic {
        "nop" => {
            let count = match options.strip_prefix('/') {
                Some(count) => number(count)?,
                None => 1,
            };
            return named(Unit::Nop(count), 0);
        }
        "noforward" => return named(Unit::Noforward, 0),
        "wait" => return named(Unit::Wait, 1),
        "l2bmdarw" => return named(Unit::L2bmdarw, 0),
        "l2bmdars" => return named(Unit::L2bm(L2bm::Dars), 1),
        _ => {}
    }
    if let Some(kind) = mnemonic.strip_prefix("l2bm") {
        let (set, immode) = match options.strip_prefix('@') {
            Some(set) => l1b_set(set)?,
            None => (0xff, 7),
        };
        let unit = match kind {
            "b" | "b2" => L2bm::Down(set, 16),
            "d" if matches!(first, Some(Operand::L2bm(_))) => L2bm::Down(set, 8),
            "d" => L2bm::Up(0xff, 8, 64),
            "" => L2bm::Up(set, 16, 16),
            "i" => L2bm::Multicast(set, multicast(set, immode)),
            _ if kind.starts_with("r2") => L2bm::Up(0xff, 16, 64),
            _ if kind.starts_with('r') => L2bm::Up(set, 16, 16),
            _ => return None,
        };
        return named(Unit::L2bm(unit), 1);
    }
    if mnemonic.starts_with("l1bm") {
        let source = match first? {
            Operand::L1bm(address, _) => Some(address),
            _ => None,
        };
        let unit = Unit::L1bm {
            is_to_pe: source.is_some(),
            is_turnaround: source == Some(&None),
        };
        return named(unit, 1);
    }
    if let Some((precision, name)) = mau(mnemonic) {
        return Some(match name {
            "mwrite" => (name.to_owned(), Unit::Mwrite(precision), 1),
            "mread" => (name.to_owned(), Unit::Mread(precision), 1),
            _ => {
                let inputs = match name {
                    "mfma" | "vfma" => 3,
                    "mmul" | "vmul" | "vadd" => 2,
                    _ => 1,
                };
                let unit = Unit::MauCalc(precision, name.to_owned());
                (name.to_owned(), unit, inputs)
            }
        });
    }
    let is_imm = mnemonic == "imm" || mnemonic == "immu";
    let alu = Unit::Alu { is_imm };
    match mnemonic {
        "zero" => return named(alu, 0),
        "imm" | "immu" | "msl" | "msr" => return named(alu, 1),
        _ => {}
    }
    let name = mnemonic
        .strip_prefix('u')
        .unwrap_or(mnemonic)
        .strip_prefix(['d', 'f', 'g', 'h', 'l', 'i', 's'])?;
    // Table 3.9.
    let inputs = match name {
        "passa" | "inc" | "dec" | "not" | "lnot" | "rsqrt" | "floor" | "ftoi" | "bfe" | "bfn" => 1,
        "max" | "min" | "packbit" | "and" | "or" | "xor" | "add" | "sub" | "lsl" | "lsr"
        | "bsl" | "bsr" | "relu" | "relu0" | "relu1" | "relu2" | "relu3" | "lrelud" | "lreluo"
        | "ilrelud" => 2,
        _ => return None,
    };
    Some((name.to_owned(), alu, inputs))
}

/// The L1Bs that a multicast writes (manual 3.6.7.9).
fn multicast(set: u8, immode: u8) -> u8 {
    let mut written = 0;
    for source in (0..8).filter(|source| set >> source & 1 == 1) {
        for destination in 0..8 {
            if destination != source && destination & immode == source & immode {
                written |= 1 << destination;
            }
        }
    }
    written
}

/// Precision and name of an MAU instruction, without the options after the name.
fn mau(mnemonic: &str) -> Option<(char, &'static str)> {
    const NAMES: [&str; 8] = [
        "mfma", "mmul", "vfma", "vmul", "vadd", "vpassa", "mwrite", "mread",
    ];
    let mut characters = mnemonic.chars();
    let precision = characters
        .next()
        .filter(|letter| "dfgh".contains(*letter))?;
    let rest = characters.as_str();
    let name = NAMES.into_iter().find(|name| rest.starts_with(name))?;
    let suffix = &rest[name.len()..];
    suffix
        .chars()
        .all(|option| "udr".contains(option))
        .then_some((precision, name))
}

fn place(text: &str) -> Option<PlacedOperand> {
    let (text, mask_text) = match text.split_once('/') {
        Some((text, mask)) => (text, Some(mask)),
        None => (text, None),
    };
    let mask = match mask_text {
        Some(text) => Some(mask(text)?),
        None => None,
    };
    let (is_negative, text) = match text.strip_prefix('-') {
        Some(text) => (true, text),
        None => (false, text),
    };
    let (operand, conversion) = match operand(text) {
        Some(operand) => (operand, None),
        None => {
            let conversion = text.chars().next_back().filter(|c| "er".contains(*c))?;
            (operand(&text[..text.len() - 1])?, Some(conversion))
        }
    };
    Some(PlacedOperand {
        operand,
        is_negative,
        conversion,
        mask,
    })
}

/// The place or value that an operand names, without its sign, conversion and mask.
#[must_use]
pub fn operand_of(text: &str) -> Option<Operand> {
    place(text).map(|place| place.operand)
}

fn operand(text: &str) -> Option<Operand> {
    let Some(name) = text.strip_prefix('$') else {
        return Some(Operand::Nothing(text.to_owned()));
    };
    match name {
        "mauf" | "aluf" | "lbf" | "mreadf" => return Some(Operand::Forwarding(name.to_owned())),
        "l2bid" | "l1bid" | "mabid" | "peid" | "subpeid" | "msb1" | "nowrite" => {
            return Some(Operand::Nothing(name.to_owned()));
        }
        "lbi" | "llbi" => return Some(Operand::L1bm(None, name == "llbi")),
        "mb" | "lmb" => return Some(Operand::Base(Memory::Lm0)),
        "nb" | "lnb" => return Some(Operand::Base(Memory::Lm1)),
        "t" | "lt" | "llt" => return Some(Operand::T),
        "x" | "lx" => return Some(Operand::Matrix('x', None)),
        "y" | "ly" => return Some(Operand::Matrix('y', None)),
        _ => {}
    }
    if let Some(entry) = name.strip_prefix("omr") {
        return number(entry).map(Operand::MaskEntry);
    }
    if name.starts_with("dar") {
        return Some(Operand::Nothing(name.to_owned()));
    }
    let (width_words, rest) = match (name.strip_prefix("ll"), name.strip_prefix('l')) {
        (Some(rest), _) => (4, rest),
        (None, Some(rest)) => (2, rest),
        (None, None) => (1, name),
    };
    let letter = rest.chars().next()?;
    let rest = &rest[1..];
    let memory = match letter {
        'm' => Memory::Lm0,
        'n' => Memory::Lm1,
        'r' => Memory::Grf0,
        's' => Memory::Grf1,
        'b' => return number(rest).map(|address| Operand::L1bm(Some(address), width_words == 4)),
        'c' => return number(rest.split('@').next()?).map(Operand::L2bm),
        'x' | 'y' => return number(rest).map(|row| Operand::Matrix(letter, Some(row))),
        _ => return None,
    };
    region(memory, width_words, rest).map(Operand::Region)
}

/// `<addr>[v[<adri>]][j<madpe>]`, `<flat_addrs>[j<madpe>]`, or `t` with either of them or alone.
fn region(memory: Memory, width_words: u32, text: &str) -> Option<Region> {
    let (is_indirect, text) = match text.strip_prefix('t') {
        Some(text) if memory == Memory::Lm0 => (true, text),
        _ => (false, text),
    };
    let (text, modification) = match text.split_once('j') {
        Some((text, pe)) => (text, Some(number(pe)?)),
        None => (text, None),
    };
    let place = if let Some(list) = text.strip_prefix('[') {
        let list: Vec<u32> = list
            .strip_suffix(']')?
            .split(',')
            .map(number)
            .collect::<Option<_>>()?;
        Where::Flat(list.try_into().ok()?)
    } else if text.is_empty() && is_indirect {
        Where::Stride(0, 0)
    } else if let Some((address, increment)) = text.split_once('v') {
        let increment = match increment {
            "" => width_words,
            _ => number(increment)?,
        };
        let address = match address {
            "" if is_indirect => 0,
            _ => number(address)?,
        };
        Where::Stride(address, increment)
    } else {
        Where::Stride(number(text)?, 0)
    };
    Some(Region {
        memory,
        width_words,
        place,
        is_indirect,
        modification,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart() {
        let inputs = |line: &str| match statement(line) {
            Some(Statement::Step(step)) => format!("{:?}", step[0].inputs[0].operand),
            other => panic!("{line}: {other:?}"),
        };
        assert!(inputs("lpassa $mauf $ln0").contains("Forwarding"));
        assert!(inputs("dvadd -$lm0x10v4j1e $r0 $ln0").contains("Stride(16, 4)"));
        assert!(inputs("lpassa $lr[ 1, 2,3,4 ] $ln0").contains("Flat([1, 2, 3, 4])"));
        assert!(inputs("lpassa $lmt $ln0").contains("is_indirect: true"));
        assert_eq!(statement("frobnicate $lm0"), None);
        assert_eq!(statement("lpassa $lq0 $lm0"), None);
        assert_eq!(statement("nop # nop"), statement("nop/1"));
        assert_eq!(
            statement("mvp/i0cn4160p2 $lc64@.0 $d0"),
            Some(Statement::Mv(Some((64, 4160))))
        );
        assert_eq!(
            statement("mvp/n64 $d0@1 $lc0@.0"),
            Some(Statement::Mv(None))
        );
    }

    #[test]
    fn sets_of_l1bs_are_those_of_table_3_7() {
        for (text, list) in [
            ("0/5", "[0,1,4,5]"),
            ("2/5", "[2,3,6,7]"),
            ("0/7", "[0,1,2,3,4,5,6,7]"),
        ] {
            assert_eq!(l1b_set(text), l1b_set(list), "{text}");
        }
        assert_eq!(l1b_set("[0,3]"), None);
        // Manual 3.6.7.9: 0, 2, 4 and 6 send to 1, 3, 5 and 7.
        assert_eq!(multicast(0b0101_0101, 6), 0b1010_1010);
        assert_eq!(multicast(1, 0), 0b1111_1110);
    }
}
