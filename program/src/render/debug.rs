use mnc2_isa::Memory;

use crate::{DataType, DebugGet, DebugMemory, DebugSet};

/// The canonical form of a `d get` statement.
#[must_use]
pub fn debug_get(get: &DebugGet) -> String {
    let data_type = match get.data_type {
        DataType::Plain => "",
        DataType::Double => "d",
        DataType::BlockDouble => "bd",
        DataType::Single => "f",
        DataType::BlockSingle => "bf",
        DataType::BlockPseudoSingle => "bg",
        DataType::Half => "h",
        DataType::BlockHalf => "bh",
    };
    format!(
        "d get{data_type} {} {}",
        debug_memory(&get.memory),
        get.count
    )
}

/// `d set`, its payload in 16-digit numbers.
#[must_use]
pub fn debug_set(set: &DebugSet) -> String {
    format!(
        "d set {} {} {}",
        debug_memory(&set.memory),
        set.count,
        run(&set.payload)
    )
}

/// The memory of a debug statement with its scope: `$lm0n0c0b0m0p0`.
#[must_use]
pub fn debug_memory(memory: &DebugMemory) -> String {
    // PDM and DRAM are accessed by long words, which is not written.
    let prefix = match memory.memory {
        Memory::Pdm | Memory::Dram => "",
        Memory::Lm0
        | Memory::Lm1
        | Memory::Grf0
        | Memory::Grf1
        | Memory::T
        | Memory::MaskRegister
        | Memory::MatrixX
        | Memory::MatrixY
        | Memory::BaseLm0
        | Memory::BaseLm1
        | Memory::L1bm
        | Memory::L2bm
        | Memory::Dar => memory.width.prefix(),
    };
    let mut text = format!("${prefix}{}", memory.memory.letters());
    if memory.memory != Memory::T {
        text.push_str(&memory.address.to_string());
    }
    let scope = &memory.scope;
    let parts = [
        ('n', scope.group),
        ('c', scope.l2b),
        ('b', scope.l1b),
        ('m', scope.mab),
        ('p', scope.pe),
    ];
    for (letter, number) in parts {
        if let Some(number) = number {
            text.push_str(&format!("{letter}{number}"));
        }
    }
    text
}

/// Long words as 16 hexadecimal digits each.
pub(super) fn run(words: &[u64]) -> String {
    words.iter().map(|word| format!("{word:016x}")).collect()
}
