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
    /// The memory before the run: a JSON object {"0xADDRESS": "hex bytes"}
    #[arg(long, value_name = "IN.json")]
    pub(crate) mem: Option<PathBuf>,
    /// Write the memory after the run as such an object: every range that --mem names, and what the program wrote
    #[arg(long = "dump", value_name = "OUT.json")]
    pub(crate) memory_dump: Option<PathBuf>,
}

/// `mnc2 asm`
#[derive(Debug, Args)]
#[command(after_help = "\
A line is printed for each instruction: its word in hexadecimal, then its text. An instruction with an error has no word.

Exit codes: 0 done, 1 the program has errors, 2 wrong usage or a file that cannot be read.

Examples:
  mnc2 asm --language rvmatrix kernel.S
  echo 'mzero m0' | mnc2 asm --language rvmatrix -")]
pub(crate) struct AsmArguments {
    /// Program; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) language: LanguageArguments,
}

/// `mnc2 disasm`
#[derive(Debug, Args)]
#[command(after_help = "\
Each line begins with a word in hexadecimal; what follows it is not read, so that the output of `mnc2 asm` can be the input.

Exit codes: 0 done, 1 a word is no instruction, 2 wrong usage or a file that cannot be read.

Examples:
  mnc2 disasm --language rvmatrix words.txt
  mnc2 asm --language rvmatrix kernel.S | mnc2 disasm --language rvmatrix -")]
pub(crate) struct DisasmArguments {
    /// Words, one on each line; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) language: LanguageArguments,
}

fn option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write a name and a value, such as mlen=256".to_owned()),
    }
}
