//! Host statements `c`, `e`, `f` and `r`: the host's side of PDM and DRAM.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use mnc2_program::HostAction;

use super::chip::Chip;

/// Executes a host statement. What `e` reads back is passed to `sink`, one long word of 16 hexadecimal digits on each
/// line (assumed); `f` has no effect, since every write completes immediately.
pub fn execute(
    chip: &mut Chip,
    action: &HostAction,
    sink: &mut dyn FnMut(String) -> ControlFlow<()>,
) {
    match action {
        HostAction::WritePdm { address, payload } => {
            for (index, &value) in payload.iter().enumerate() {
                chip.pdm[0].write(address.wrapping_add(index as u32), value);
            }
        }
        HostAction::ReadPdm { address, length } => {
            let length = (*length).min(chip.pdm[0].size_long_words());
            for index in 0..length {
                let mut text = String::new();
                // Writing to a string cannot fail.
                let _ = write!(
                    text,
                    "{:016x}",
                    chip.pdm[0].read(address.wrapping_add(index))
                );
                if sink(text).is_break() {
                    break;
                }
            }
        }
        HostAction::Flush => {}
        HostAction::WriteDram {
            group,
            address,
            payload,
        } => {
            let groups = chip.dram.len();
            let dram = &mut chip.dram[usize::from(*group) % groups];
            for (index, &value) in payload.iter().enumerate() {
                dram.write(address.wrapping_add(index as u32), value);
            }
        }
    }
}
