//! Bytes of memory, and the disassembly.

use serde::{Deserialize, Serialize};

use super::Source;

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadMemoryArguments {
    pub memory_reference: String,
    /// In bytes from the reference; may be negative.
    #[serde(default)]
    pub offset: i64,
    pub count: i64,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadMemoryResponse {
    /// The number of the first byte in its memory, in hexadecimal.
    pub address: String,
    /// Bytes of the request after those in `data`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreadable_bytes: Option<i64>,
    /// In base 64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WriteMemoryArguments {
    pub memory_reference: String,
    /// In bytes from the reference; may be negative.
    #[serde(default)]
    pub offset: i64,
    #[serde(default)]
    pub allow_partial: bool,
    /// In base 64.
    pub data: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WriteMemoryResponse {
    /// From the offset of the request.
    pub offset: i64,
    pub bytes_written: i64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DisassembleArguments {
    pub memory_reference: String,
    /// In instructions, because an address is the number of one; may be negative.
    #[serde(default)]
    pub offset: i64,
    #[serde(default)]
    pub instruction_offset: i64,
    /// Exactly this many are sent.
    pub instruction_count: i64,
}

#[derive(Clone, Debug, Serialize)]
pub struct DisassembleResponse {
    pub instructions: Vec<DisassembledInstruction>,
}

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DisassembledInstruction {
    pub address: String,
    /// The fields of its word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instruction_bytes: Option<String>,
    pub instruction: String,
    /// The section that begins with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
    /// `invalid` outside of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presentation_hint: Option<&'static str>,
}
