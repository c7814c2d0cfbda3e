//! `@broadcast`: words of PDM to all PEs, by blocks of 64 words.
//!
//! The block stays in L1BM, where no other directive writes. Another `@broadcast` from it begins there, until something can have
//! changed L1BM or PDM.

use mnc2_program::directive::PDM_WORDS_OF_BLOCK;

use super::transfers::mask;
use super::{Linker, Owed, Site};

/// Where the block is in L1BM: after what other directives use, four components of 64 words.
const BLOCK: u64 = 256;

impl Linker<'_> {
    pub(super) fn broadcast(&mut self, site: &Site<'_>) -> Option<()> {
        let (entry, address) = (site.entry?, site.address()?);
        let (register, components) = (site.register()?, site.components());
        self.settle();
        self.wait_for_host(entry);
        self.quote(site);
        let offset = address % PDM_WORDS_OF_BLOCK;
        let block = address - offset;
        if self.resident != Some(block) {
            let tag = self.params.reserved_tag();
            self.line(format_args!(
                "mvb/n{PDM_WORDS_OF_BLOCK}i{tag:02x} $p{block}@0 $lc0"
            ));
            self.line("nop/2");
            self.wait(tag);
            self.line("nop/5");
            self.line(format_args!("l2bmb $lc0 $lb{BLOCK}"));
            self.line("nop/6");
            self.resident = Some(block);
        }
        let (from, mask) = (BLOCK + offset, mask(components));
        self.line(format_args!("l1bmp $lb{from} {register}v{mask}"));
        self.owed = Owed::AfterRegisters;
        Some(())
    }
}
