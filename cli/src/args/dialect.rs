//! The options and commands that are the same for every language other than MN-Core 2.

use std::path::PathBuf;

use clap::Args;

/// The language of files, where neither mnc2.toml nor a modeline nor the extension says it.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Other languages")]
pub(crate) struct LanguageArguments {
    /// The language of the files, with its version if that matters, such as rvmatrix@0.2; `mnc2 languages` lists them
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) language: Option<String>,
    /// A file that describes the machine, for languages that have such files
    #[arg(long, value_name = "FILE")]
    pub(crate) arch: Option<PathBuf>,
    /// The length of a row of a matrix register in bits
    #[arg(long, value_name = "BITS")]
    pub(crate) mlen: Option<String>,
    /// Set another option of the language; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = option)]
    pub(crate) set: Vec<(String, String)>,
}

/// Memory before and after a run in another language.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Other languages")]
pub(crate) struct MemoryArguments {
    /// Memories, registers or arguments before the run, a JSON object of values by name such as {"0xADDRESS": "hex bytes"}
    #[arg(long, value_name = "IN.json")]
    pub(crate) mem: Option<PathBuf>,
    /// Write such an object after the run: everything that --mem names, and what the program wrote
    #[arg(long = "dump", value_name = "OUT.json")]
    pub(crate) memory_dump: Option<PathBuf>,
}

/// `mnc2 asm`
#[derive(Debug, Args)]
#[command(after_help = "\
MN-Core 2: the assembler's output in auto-stride mode, `i` and 292 bits for a step and lines for the emulator as they are.
A program is refused, with the list of what is missing, unless each field of its words occurs in public pairs of source and
output. After a step, `?field=0x..` states the content of a field.

Other languages: a line for each instruction, its word in hexadecimal, then its text. An instruction with an error has no
word.

Exit codes: 0 done, 1 the program has errors or is refused, 2 wrong usage or a file that cannot be read.

Examples:
  mnc2 asm program.vsm > program.asm
  mnc2 asm --allow-inferred program.vsm
  mnc2 asm --language rvmatrix kernel.S
  echo 'mzero m0' | mnc2 asm --language rvmatrix -")]
pub(crate) struct AsmArguments {
    /// Program; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Also write words with contents that are published or inferred, each with a comment that says so (MN-Core 2)
    #[arg(long)]
    pub(crate) allow_inferred: bool,
    #[command(flatten)]
    pub(crate) language: LanguageArguments,
}

/// `mnc2 disasm`
#[derive(Debug, Args)]
#[command(after_help = "\
MN-Core 2: the assembler's output in auto-stride mode. What a step's text does not say, or says by what is not observed,
follows it as `?field=0x..`; `mnc2 asm -` takes the text and makes the same words of it.

Other languages: each line begins with a word in hexadecimal; what follows it is not read, so that the output of `mnc2 asm`
can be the input.

Exit codes: 0 done, 1 a line is no word of an instruction, 2 wrong usage or a file that cannot be read.

Examples:
  mnc2 disasm program.asm
  mnc2 disasm --fields program.asm
  mnc2 disasm --language rvmatrix words.txt
  mnc2 asm --language rvmatrix kernel.S | mnc2 disasm --language rvmatrix -")]
pub(crate) struct DisasmArguments {
    /// Words, one on each line; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Add the step's number, its word in hexadecimal and its fields as a comment (MN-Core 2)
    #[arg(long)]
    pub(crate) fields: bool,
    #[command(flatten)]
    pub(crate) language: LanguageArguments,
}

fn option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write a name and a value, such as mlen=256".to_owned()),
    }
}
