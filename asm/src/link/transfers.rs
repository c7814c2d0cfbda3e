//! Transfers between PDM and registers of all PEs: `@distribute`, `@identify`, `@boundary_flags`, `@collect`, `@reduce`.

use mnc2_program::directive::{COMPONENTS_MAX, DirectivePart, PDM_WORDS_OF_COMPONENT};

use super::{Linker, Owed, Site};

/// Words of PDM that an L2B has of a component.
const WORDS_OF_L2B: u64 = 512;

/// Words that an L1B has of a component.
const WORDS_OF_L1B: u64 = 64;

/// L2Bs of the chip, and L1Bs of an L2B.
pub(super) const BLOCKS: u64 = 8;

/// The L2B with a number, as an operand of `mvp` names it.
pub(super) fn l2b(number: u64) -> String {
    format!("{}.{}", number / 2, number % 2)
}

/// The mask of a write of the first cycles.
pub(super) fn mask(components: u64) -> &'static str {
    match components {
        1 => "/1000",
        2 => "/1100",
        3 => "/1110",
        _ => "",
    }
}

impl Linker<'_> {
    /// Words of PDM to a register of each PE.
    pub(super) fn distribute(&mut self, site: &Site<'_>) -> Option<()> {
        let (entry, address) = (site.entry?, site.address()?);
        let (register, components) = (site.register()?, site.components());
        if self.owed == Owed::AfterRegisters {
            self.line("nop/4");
        }
        self.wait_for_host(entry);
        self.quote(site);
        for component in 0..components {
            self.load_component(
                address + component * PDM_WORDS_OF_COMPONENT,
                component * WORDS_OF_L1B,
            );
            self.line("nop/5");
        }
        let mask = mask(components);
        self.line(format_args!("l1bmd $lb0 {register}v{mask}"));
        self.owed = Owed::AfterRegisters;
        Some(())
    }

    /// A component from PDM to the L1BM of all L1Bs.
    fn load_component(&mut self, pdm: u64, l1bm: u64) {
        let tag = self.params.reserved_tag();
        for number in 0..BLOCKS {
            let last = number + 1 == BLOCKS;
            let tag = if last {
                format!("i{tag:02x}")
            } else {
                String::new()
            };
            let (from, to) = (pdm + number * WORDS_OF_L2B, l2b(number));
            self.line(format_args!(
                "mvp/n{WORDS_OF_L2B}{tag} $p{from}@0 $lc0@{to}"
            ));
        }
        self.lines(["nop/2"]);
        self.wait(tag);
        self.line("nop/5");
        for number in 0..BLOCKS {
            let from = number * WORDS_OF_L1B;
            self.line(format_args!("l2bmb@{number} $lc{from} $lb{l1bm}"));
        }
    }

    pub(super) fn wait(&mut self, tag: u64) {
        self.line(format_args!("nop; wait i{tag:02x}"));
    }

    /// A register of each PE to words of PDM. Masks do not apply to writes of L1BM, so four components arrive there.
    pub(super) fn collect(&mut self, site: &Site<'_>) -> Option<()> {
        let (entry, address) = (site.entry?, site.address()?);
        let (register, components) = (site.register()?, site.components());
        debug_assert!(components <= COMPONENTS_MAX);
        self.settle();
        self.resident = None;
        self.quote(site);
        self.line("nop/24");
        self.line(format_args!("l1bmd {register}v $lb0"));
        self.line("nop/24");
        let own = self.params.reserved_tag();
        let last = self.receive_tag(entry);
        for component in 0..components {
            let is_last = component + 1 == components;
            self.store_component(
                component * WORDS_OF_L1B,
                address + component * PDM_WORDS_OF_COMPONENT,
                [own, if is_last { last } else { own }],
            );
        }
        Some(())
    }

    /// A component from the L1BM of all L1Bs to PDM. The tags are of the groups before the last one, and of the last one.
    fn store_component(&mut self, l1bm: u64, pdm: u64, tags: [u64; 2]) {
        for number in 0..BLOCKS {
            let to = number * WORDS_OF_L1B;
            self.line(format_args!("l2bm@{number} $lb{l1bm} $lc{to}"));
        }
        self.line("nop/5");
        self.store_words(WORDS_OF_L2B, 0, pdm, tags);
        self.line("nop/4");
    }

    /// Words of every L2B to PDM, to 512 words for each; two at a time, as a group has two.
    pub(super) fn store_words(&mut self, words: u64, l2bm: u64, pdm: u64, tags: [u64; 2]) {
        for number in (0..BLOCKS).step_by(2) {
            let tag = tags[usize::from(number + 2 == BLOCKS)];
            let [first, second] = [number, number + 1].map(|it| (l2b(it), pdm + it * WORDS_OF_L2B));
            let (from, to) = first;
            self.line(format_args!("mvp/n{words} $lc{l2bm}@{from} $p{to}@0"));
            let (from, to) = second;
            self.line(format_args!(
                "mvp/n{words}i{tag:02x} $lc{l2bm}@{from} $p{to}@0"
            ));
            self.line("nop/3");
            self.wait(tag);
        }
    }

    /// The tag that the host waits for; without one, as its list of changes states, the linker's own.
    fn receive_tag(&self, entry: &mnc2_program::ParamEntry) -> u64 {
        let tag = entry.receive_tag.filter(|tag| *tag != 0);
        tag.unwrap_or_else(|| self.params.reserved_tag())
    }

    /// A register of all PEs to four sums, or other reductions, in PDM.
    pub(super) fn reduce(&mut self, site: &Site<'_>) -> Option<()> {
        let (entry, address) = (site.entry?, site.address()?);
        let (register, operation) = (site.register()?, site.text(DirectivePart::Reduction)?);
        let tag = self.receive_tag(entry);
        self.settle();
        self.resident = None;
        self.quote(site);
        self.line(format_args!("l1bmr{operation} {register} $lb0"));
        self.line("nop/24");
        self.line(format_args!("l2bmr{operation} $lb0 $lc0"));
        self.line("nop/24");
        self.line(format_args!(
            "mvr{operation}/n64i{tag:02x} $lc0 $p{address}@0"
        ));
        self.line("nop/2");
        self.wait(tag);
        self.line("nop/5");
        Some(())
    }
}
