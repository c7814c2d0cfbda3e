//! Host statements `c`, `e`, `f` and `r`: the host's side of PDM and DRAM.

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
            chip.pdm[0].write_some(*address, payload);
        }
        HostAction::ReadPdm { address, length } => {
            let length = (*length).min(chip.pdm[0].size_long_words());
            let mut words = vec![0; length as usize];
            chip.pdm[0].read_some(*address, &mut words);
            for word in words {
                if sink(format!("{word:016x}")).is_break() {
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
            chip.dram[usize::from(*group) % groups].write_some(*address, payload);
        }
    }
}
