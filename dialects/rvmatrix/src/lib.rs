//! The RISC-V matrix extension v0.2 (XuanTie) as an overlay on GNU assembly.

pub mod base;
pub mod code;
pub mod encode;
pub mod lower;
pub mod options;
pub mod register;
pub mod source;
pub mod spelling;
pub mod table;
