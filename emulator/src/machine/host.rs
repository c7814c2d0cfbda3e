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
                if sink(digits(word)).is_break() {
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

/// The 16 hexadecimal digits of a long word: a host reads hundreds of thousands of them, so they are made without `format!`.
fn digits(word: u64) -> String {
    let digit = |place: u32| char::from_digit((word >> (4 * place) & 0xf) as u32, 16);
    let mut text = String::with_capacity(16);
    text.extend((0..16).rev().filter_map(digit));
    text
}

#[cfg(test)]
mod tests {
    use super::digits;

    #[test]
    fn digits_are_those_of_format() {
        for word in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210] {
            assert_eq!(digits(word), format!("{word:016x}"));
        }
    }
}
