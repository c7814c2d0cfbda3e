//! Pages about instructions, operations, memories, registers and codes, as Markdown.

use mnc2_text::interface::{Page, Settings as _};
use mnc2_text::{Entry, Language, message};

use crate::options::Options;
use crate::table::{
    Arity, Grade, LOOKUP, LOOKUP_DOC, Memory, Mnemonic, OPERATIONS, Operation, REGISTERS, ROWS,
    Register, Row,
};

/// How an instruction is written, without what is in its parentheses.
#[must_use]
pub(super) fn form(row: &Row) -> String {
    let operands = row.operands.join(" ");
    format!("{} {operands}", row.name).trim_end().to_owned()
}

/// The page of an instruction.
#[must_use]
pub(super) fn row_page(row: &Row, language: Language) -> String {
    let (form, title, doc) = (
        form(row),
        language.template(row.title),
        language.template(row.doc),
    );
    let mut text = format!("`{form}` — {title}\n\n{doc}");
    if !row.flags.is_empty() {
        let flags: Vec<String> = row.flags.iter().map(|it| format!("`({it})`")).collect();
        let flags = flags.join(", ");
        let sentence = message!("Flags: {flags}", flags);
        text += &format!("\n\n{}", sentence.say(language));
    }
    let opcode = |opcode: Option<u8>| match opcode {
        Some(opcode) => format!("{opcode:#x}"),
        None => "–".to_owned(),
    };
    let opcodes = message!(
        "Opcode {docs} of 4 bits (version `docs`), {compiler} of 3 bits (version `compiler`)",
        docs = opcode(row.opcode),
        compiler = opcode(row.compiler_opcode)
    );
    let grade = match row.grade {
        Grade::Specified => message!("known from the specification and from published programs"),
        Grade::NeverPrinted => {
            message!("known from the specification and the hardware; the compiler prints none")
        }
        Grade::DocumentedOnly => message!("known from the specification alone"),
        Grade::Compiler => message!("known from the vendor's compiler alone"),
    };
    text + &format!("\n\n{}; {}", opcodes.say(language), grade.say(language))
}

/// The language with its version, and the machine, as the last line of a page.
#[must_use]
pub(super) fn machine(options: &Options, language: Language) -> String {
    let (version, machine) = (options.version(), options.machine().say(language));
    format!("\n\n`tensil@{version}`, {machine}")
}

/// The page of an operation of the SIMD unit.
#[must_use]
pub(super) fn operation_page(operation: Operation, language: Language) -> String {
    let row = operation.row();
    let form = match row.arity {
        Arity::None => row.name.to_owned(),
        Arity::Unary => format!("{}(I)", row.name),
        Arity::Binary => format!("{}(I,R1)", row.name),
    };
    let code = format!("{:#x}", operation.code());
    let title = message!("operation {code} of the SIMD unit", code);
    format!(
        "`{form}` — {}\n\n{}",
        title.say(language),
        language.template(row.doc)
    )
}

/// The page of the operation that has no bytes.
#[must_use]
pub(super) fn lookup_page(language: Language) -> String {
    let title = message!("operation {code} of the SIMD unit", code = "0x10");
    let grade = message!("known from the specification alone");
    format!(
        "`{LOOKUP}(I)` — {}\n\n{}\n\n{}",
        title.say(language),
        language.template(LOOKUP_DOC),
        grade.say(language)
    )
}

/// The page of a memory.
#[must_use]
pub(super) fn memory_page(memory: Memory, options: &Options, language: Language) -> String {
    let architecture = &options.architecture;
    let depth = architecture.depth(memory);
    let size = message!(
        "{depth:# vector|# vectors} of {count:# scalar|# scalars} of type {type_name}",
        depth,
        count = architecture.array_size,
        type_name = architecture.data_type.name()
    );
    let given = if options.is_architecture_given {
        String::new()
    } else {
        format!(" ({})", message!("as on the default machine").say(language))
    };
    format!(
        "`{}` — {}\n\n{}{given}",
        memory.name(),
        language.template(memory.doc()),
        size.say(language)
    )
}

/// The page of a register of the SIMD unit.
#[must_use]
pub(super) fn simd_register_page(number: u64, options: &Options, language: Language) -> String {
    let count = options.architecture.simd_registers_depth;
    let text = message!(
        "a register of the SIMD unit for one vector; the machine has {count:# register|# registers}, counted from R1",
        count
    );
    format!("`R{number}` — {}", text.say(language))
}

/// The page of a register of `Configure`.
#[must_use]
pub(super) fn register_page(register: &Register, language: Language) -> String {
    let number = u64::from(register.number);
    let title = message!("configuration register {number}", number);
    format!(
        "`{}` — {}\n\n{}",
        register.name,
        title.say(language),
        language.template(register.doc)
    )
}

/// `NoOp` is the instruction.
impl Page for Options {
    fn page(&self, query: &str, language: Language) -> Option<String> {
        if let Some(mnemonic) = Mnemonic::find(query) {
            return Some(row_page(mnemonic.row(), language) + &machine(self, language));
        }
        if let Some(operation) = Operation::find(query) {
            return Some(operation_page(operation, language));
        }
        if query == LOOKUP {
            return Some(lookup_page(language));
        }
        if let Some(memory) = Memory::find(query) {
            return Some(memory_page(memory, self, language));
        }
        if let Some(register) = Register::find(query) {
            return Some(register_page(register, language));
        }
        let count = self.architecture.simd_registers_depth;
        let number = query.strip_prefix('R')?.parse().ok();
        let number = number.filter(|number| (1..=count).contains(number))?;
        Some(simd_register_page(number, self, language))
    }
}

/// Everything that has a page, regardless of the machine, but the codes.
#[must_use]
pub fn entries() -> Vec<Entry> {
    let rows = ROWS
        .iter()
        .map(|row| Entry::from_table(row.name, row.title));
    let is_no_instruction = |name: &str| Mnemonic::find(name).is_none();
    let operations = OPERATIONS.iter().filter(|it| is_no_instruction(it.name));
    let operations = operations.map(|row| Entry::from_table(row.name, row.doc));
    let operations = operations.chain([Entry::from_table(LOOKUP, LOOKUP_DOC)]);
    let memories = Memory::ALL
        .iter()
        .map(|it| Entry::from_table(it.name(), it.doc()));
    let registers = REGISTERS
        .iter()
        .map(|it| Entry::from_table(it.name, it.doc));
    let all = rows.chain(operations).chain(memories);
    all.chain(registers).collect()
}
