//! The diagnostic for breaking a timing rule. The check of the text and the emulator's strict mode both use it, so that they
//! agree in code and severity.

use mnc2_isa::timing::{AccessKind, AddressRelation, TimingRule};

use crate::code::Code;

impl Code {
    /// The diagnostic for breaking a timing rule; `None` for a rule that cannot be broken, as its distance is 0, or that is not
    /// checked.
    #[must_use]
    pub const fn from_rule(rule: &TimingRule) -> Option<Self> {
        Some(match (rule.first, rule.second) {
            (AccessKind::LmWrite, AccessKind::LmRead)
            | (AccessKind::BaseWrite, AccessKind::LmAccess) => Self::LmHazard,
            (AccessKind::GrfWrite, _) => Self::GrfHazard,
            (AccessKind::GrfWriteUnderVariableMask | AccessKind::TWriteUnderVariableMask, _) => {
                Self::HazardUnderMask
            }
            (AccessKind::TWrite, _) => Self::THazard,
            (AccessKind::L1bmToL2bm, AccessKind::MvFromL2bm) => match rule.addresses {
                AddressRelation::OverlapFromBelow => Self::L2bmMvHazard,
                AddressRelation::Any | AddressRelation::Same | AddressRelation::Overlap => {
                    Self::L2bmMvDoubtful
                }
            },
            (AccessKind::L1bmToL2bm, _) => Self::L2bmDirectionHazard,
            (AccessKind::L2bmToL1bm, AccessKind::L1bmToPe) => Self::L2bmToPeHazard,
            (AccessKind::Multicast, AccessKind::L1bmToPe) => Self::MulticastHazard,
            (AccessKind::L2bmToL1bm | AccessKind::Multicast, _) => Self::L1bPortHazard,
            (AccessKind::PeToL1bm, AccessKind::L1bmToPe) => Self::L1bmDirectionHazard,
            (AccessKind::PeToL1bm, _) => Self::PeThenL2bmHazard,
            (AccessKind::DarWrite, AccessKind::MvThroughDar) => Self::DarTiming,
            (AccessKind::MvToL2bm, AccessKind::L2bmInstruction) => Self::MvWithoutWait,
            (AccessKind::Mv, AccessKind::Mv) => Self::MvBesideMv,
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
