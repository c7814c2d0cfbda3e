//! The diagnostic for breaking a timing rule. The check of the text and the emulator's strict mode both use it, so that they
//! agree in code and severity.

use mnc2_isa::timing::{Access, Addresses, TimingRule};

use crate::code::Code;

impl Code {
    /// The diagnostic for breaking a timing rule; `None` for a rule that cannot be broken, as its distance is 0, or that is not
    /// checked.
    #[must_use]
    pub const fn from_rule(rule: &TimingRule) -> Option<Self> {
        Some(match (rule.first, rule.second) {
            (Access::LmWrite, Access::LmRead) | (Access::BaseWrite, Access::LmAccess) => {
                Self::LmHazard
            }
            (Access::GrfWrite, _) => Self::GrfHazard,
            (Access::GrfWriteUnderVariableMask | Access::TWriteUnderVariableMask, _) => {
                Self::HazardUnderMask
            }
            (Access::TWrite, _) => Self::THazard,
            (Access::L1bmToL2bm, Access::MvFromL2bm) => match rule.addresses {
                Addresses::OverlapFromBelow => Self::L2bmMvHazard,
                Addresses::Any | Addresses::Same | Addresses::Overlap => Self::L2bmMvDoubtful,
            },
            (Access::L1bmToL2bm, _) => Self::L2bmDirectionHazard,
            (Access::L2bmToL1bm, Access::L1bmToPe) => Self::L2bmToPeHazard,
            (Access::Multicast, Access::L1bmToPe) => Self::MulticastHazard,
            (Access::L2bmToL1bm | Access::Multicast, _) => Self::L1bPortHazard,
            (Access::PeToL1bm, Access::L1bmToPe) => Self::L1bmDirectionHazard,
            (Access::PeToL1bm, _) => Self::PeThenL2bmHazard,
            (Access::DarWrite, Access::MvThroughDar) => Self::DarTiming,
            (Access::MvToL2bm, Access::L2bmInstruction) => Self::MvWithoutWait,
            (Access::Mv, Access::Mv) => Self::MvBesideMv,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use mnc2_isa::timing::RULES;

    use super::*;

    #[test]
    fn every_rule_that_can_be_broken_has_a_code() {
        for rule in RULES.iter().filter(|rule| rule.distance > 0) {
            let code = Code::from_rule(rule);
            assert!(code.is_some(), "{rule:?}");
        }
    }
}
