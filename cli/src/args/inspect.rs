//! The options of `mnc2 inspect`.

use std::path::PathBuf;

use clap::Args;
use mnc2_text::{Message, message};

use super::Format;

/// `mnc2 inspect`
#[derive(Debug, Args)]
#[command(after_help = "\
A packed program (.idma.dat) consists of blocks of 128 bytes. The output lists the mode of each, the tags that its steps wait
for and the tag of its MV instruction. For the assembler's output (.asm), it counts the steps and lists their wait tags.

Exit codes: 0 done, 1 a tag is also the host's, or a line is not output of the assembler, 2 usage error, or a file
cannot be read.

Examples:
  mnc2 inspect kernel.idma.dat
  mnc2 inspect --host-tags 3e,3f kernel.idma.dat
  mnc2 inspect --format json kernel.idma.dat")]
pub(crate) struct InspectArguments {
    /// A packed program, or the assembler's output
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Tags that the host itself uses, in hexadecimal as in programs
    #[arg(long, value_name = "TAGS", value_delimiter = ',', value_parser = tag)]
    pub(crate) host_tags: Vec<u8>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

fn tag(text: &str) -> Result<u8, Message> {
    let digits = text.strip_prefix('i').unwrap_or(text);
    match u8::from_str_radix(digits, 16) {
        Ok(number @ 1..) => Ok(number),
        _ => Err(message!("write a tag from 1 to ff, such as 3f")),
    }
}
