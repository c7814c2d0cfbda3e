//! The options and commands that are the same for every language other than MN-Core 2.

use std::path::PathBuf;

use clap::Args;
use mnc2_text::{Message, message};

use super::Format;
use super::rules::ModeArgument;

/// The language of files, where neither mnc2.toml nor a modeline nor the extension says it.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Other languages")]
pub(crate) struct LanguageArguments {
    /// Language of the files, optionally with a version, such as rvmatrix@0.2; `mnc2 languages` lists them
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) language: Option<String>,
    /// File that describes the machine (Tensil: .tarch)
    #[arg(long, value_name = "FILE")]
    pub(crate) arch: Option<PathBuf>,
    /// Length of a matrix register row, in bits
    #[arg(long, value_name = "BITS")]
    pub(crate) mlen: Option<String>,
    /// Function to run, if the text has several
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,
    /// Number of work-groups
    #[arg(long, value_name = "N")]
    pub(crate) groups: Option<String>,
    /// Set another option of the language; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = option)]
    pub(crate) set: Vec<(String, String)>,
}

/// Memory before and after a run in another language.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Other languages")]
pub(crate) struct MemoryArguments {
    /// Initial memories, registers or arguments: a JSON object of values by name such as {"0xADDRESS": "hex bytes"} [default: the
    /// program's name with .in.json, if there is such a file]
    #[arg(long, value_name = "IN.json")]
    pub(crate) mem: Option<PathBuf>,
    /// Write the values after the run to this file: all that --mem names, and all that the program wrote
    #[arg(long = "dump", value_name = "OUT.json")]
    pub(crate) memory_dump: Option<PathBuf>,
}

/// `mnc2 asm`
#[derive(Debug, Args)]
#[command(after_help = "\
MN-Core 2: the assembler's output, for a step `i` and 292 bits in auto-stride mode or `j` and 426 bits in flat mode, and lines
for the emulator as they are.
A program is refused, with a list of the unknown fields, unless each field of its words occurs in public pairs of source and
output, or in a file of encodings. After a step, `?field=0x..` states the content of a field. Hazards are reported, and the lines
are still written.

Other languages: a line for each instruction, its word in hexadecimal, then its text. An instruction with an error has no
word. Words of the Tensil tensor unit are bytes in the order of a .tprog file, and --output writes such a file, unless the
program has errors.

Exit codes: 0 done, 1 the program has errors or is refused, 2 usage error, or a file cannot be read.

Examples:
  mnc2 asm program.vsm > program.asm
  mnc2 asm --allow-inferred program.vsm
  mnc2 asm --mode flat --allow-inferred program.vsm
  mnc2 asm --encodings encodings/ours.toml program.vsm
  mnc2 asm --language rvmatrix kernel.S
  mnc2 asm --arch pynqz1.tarch program.tasm -o program.tprog
  echo 'mzero m0' | mnc2 asm --language rvmatrix -")]
pub(crate) struct AsmArguments {
    /// Program; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Instruction mode [default: flat if a flat address list occurs, otherwise auto-stride] (MN-Core 2)
    #[arg(long, value_enum)]
    pub(crate) mode: Option<ModeArgument>,
    /// Also write words with published or inferred contents, each marked by a comment (MN-Core 2)
    #[arg(long)]
    pub(crate) allow_inferred: bool,
    /// File of learned encodings, written by `mnc2 learn` [default: the file in mnc2.toml] (MN-Core 2)
    #[arg(long, value_name = "ENCODINGS.toml")]
    pub(crate) encodings: Option<PathBuf>,
    /// Write to this file, which appears only when complete: bytes for the extensions of binary programs such as
    /// program.tprog, otherwise text (other languages)
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageArguments,
}

/// `mnc2 eval`
#[derive(Debug, Args)]
#[command(after_help = "\
Prints the value of the last constant expression of the function that --entry names, or of the last function, as the language
writes it: integers in decimal, floating point numbers in the hexadecimal notation of C, a complex number as a pair. With --format json it is
an object with name, type, text and value.

Exit codes: 0 done, 1 the program has errors, or no constant expression with a value, 2 usage error, or a file cannot be read.

Examples:
  mnc2 eval --language tinytc kernel.ir
  mnc2 eval --language tinytc --entry f -")]
pub(crate) struct EvalArguments {
    /// Program; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) language: LanguageArguments,
}

/// `mnc2 disasm`
#[derive(Debug, Args)]
#[command(after_help = "\
MN-Core 2: the assembler's output, with the letter `i` in auto-stride mode and `j` in flat mode. Contents that the text of a step does not express, or
only by unobserved encodings, follow as `?field=0x..`; `mnc2 asm -` turns the text back into the same words, that of flat mode
with `--mode flat`.

Other languages: each line begins with a word in hexadecimal; the rest of the line is ignored, so that the output of `mnc2 asm`
is valid input. A .tprog file is read as bytes, for the machine of --arch or of the .tarch file next to it.

Exit codes: 0 done, 1 a line is not an instruction word, 2 usage error, or a file cannot be read.

Examples:
  mnc2 disasm program.asm
  mnc2 disasm --fields program.asm
  mnc2 disasm --language rvmatrix words.txt
  mnc2 disasm --arch pynqz1.tarch program.tprog
  mnc2 asm --language rvmatrix kernel.S | mnc2 disasm --language rvmatrix -")]
pub(crate) struct DisasmArguments {
    /// Words, one on each line, or a binary program; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Add the step's number, its word in hexadecimal and its fields as a comment (MN-Core 2)
    #[arg(long)]
    pub(crate) fields: bool,
    /// File of learned encodings, written by `mnc2 learn` [default: the file in mnc2.toml] (MN-Core 2)
    #[arg(long, value_name = "ENCODINGS.toml")]
    pub(crate) encodings: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageArguments,
}

fn option(text: &str) -> Result<(String, String), Message> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(message!("write a name and a value, such as mlen=256")),
    }
}
