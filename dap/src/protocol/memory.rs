//! Bytes of memory, and the disassembly.

use serde::{Deserialize, Serialize};

use super::Source;

/// Arguments of `readMemory`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadMemoryArguments {
    /// A memory of an element.
    pub memory_reference: String,
    /// The first byte.
    #[serde(default)]
    pub offset: i64,
    /// How many bytes.
    pub count: i64,
}

/// The answer to `readMemory`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Bytes {
    /// The number of the first byte in its memory.
    pub address: String,
    /// Number of requested bytes that do not exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreadable_bytes: Option<i64>,
    /// The bytes in base 64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
}

/// Arguments of `writeMemory`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WriteMemoryArguments {
    /// A memory of an element.
    pub memory_reference: String,
    /// The first byte.
    #[serde(default)]
    pub offset: i64,
    /// Whether the start of the bytes may be written if they do not all fit.
    #[serde(default)]
    pub allow_partial: bool,
    /// The bytes in base 64.
    pub data: String,
}

/// The answer to `writeMemory`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Written {
    /// The first byte that was written, from the offset.
    pub offset: i64,
    /// How many were.
    pub bytes_written: i64,
}

/// Arguments of `disassemble`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DisassembleArguments {
    /// The address of an instruction.
    pub memory_reference: String,
    /// Instructions after it, in bytes of the address.
    #[serde(default)]
    pub offset: i64,
    /// Instructions after it.
    #[serde(default)]
    pub instruction_offset: i64,
    /// The exact number of instructions to return.
    pub instruction_count: i64,
}

/// The answer to `disassemble`.
#[derive(Clone, Debug, Serialize)]
pub struct Disassembly {
    /// In the order of addresses.
    pub instructions: Vec<DisassembledInstruction>,
}

/// A line of the program as an instruction.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DisassembledInstruction {
    /// The address of the instruction.
    pub address: String,
    /// Its fields, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instruction_bytes: Option<String>,
    /// The text of the line.
    pub instruction: String,
    /// Its section, where it is the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// The text that the instruction is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Source>,
    /// The line of the instruction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
    /// `invalid` outside of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presentation_hint: Option<&'static str>,
}
