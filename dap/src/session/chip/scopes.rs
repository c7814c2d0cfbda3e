//! What a client can open at a line: the step, and the memories of the PE in focus and of what it belongs to.

use mnc2_debug::chip::focus::pe_of;
use mnc2_isa::{ChipLevel, Memory};
use mnc2_text::{Language, message};

use super::Chip;
use super::variable_tree::List;
use crate::protocol::Scope;

impl Chip {
    pub(super) fn lists(&mut self, language: Language) -> Vec<Scope> {
        let pe = pe_of(self.debugger.focus());
        let element = |level: ChipLevel, memories: &[Memory]| {
            let index = level.containing(pe);
            let lists = memories.iter().map(|&memory| {
                let name = memory.name().to_owned();
                (name, List::memory(memory, index))
            });
            (level.name(index), List::Element(lists.collect()))
        };
        let above = [
            (
                "MAB",
                ChipLevel::Mab,
                &[Memory::MatrixX, Memory::MatrixY][..],
            ),
            ("L1B", ChipLevel::L1b, &[Memory::L1bm]),
            ("L2B", ChipLevel::L2b, &[Memory::L2bm]),
        ];
        let (own, of_pe) = element(
            ChipLevel::Pe,
            &[
                Memory::Lm0,
                Memory::Lm1,
                Memory::Grf0,
                Memory::Grf1,
                Memory::T,
                Memory::BaseLm0,
                Memory::BaseLm1,
            ],
        );
        let mut scopes = vec![
            (
                message!("This step").say(language),
                Some("locals"),
                List::Step,
            ),
            (format!("PE {own}"), Some("registers"), of_pe),
        ];
        for (kind, level, memories) in above {
            let (name, list) = element(level, memories);
            scopes.push((format!("{kind} {name}"), None, list));
        }
        let (name, list) = element(ChipLevel::Group, &[Memory::Pdm, Memory::Dram, Memory::Dar]);
        let group = message!("Group {name}", name);
        scopes.push((group.say(language), None, list));
        if !self.transfers().is_empty() {
            let name = message!("MV under way").say(language);
            scopes.push((name, None, List::Transfers));
        }
        scopes.push((message!("Masks").say(language), None, List::Masks(pe)));
        let forwarding = message!("Forwarding").say(language);
        scopes.push((forwarding, None, List::Forwarding(pe)));
        scopes
            .into_iter()
            .map(|(name, presentation_hint, list)| Scope {
                name,
                presentation_hint,
                // Reading them costs nothing, but only the first ones are opened.
                expensive: list != List::Step,
                variables_reference: self.references.give(list),
            })
            .collect()
    }
}
