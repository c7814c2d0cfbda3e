//! Good lines, and lines damaged at random, for the tests of what errors may do.

/// One line of every statement and operand form.
pub(crate) const GOOD_LINES: [&str; 24] = [
    "lpassa $lm0v $ln0v # copy",
    "fvfma -$lr0v $lm[0,2,4,6] $mauf $llr0v/$llimr1",
    "hmmul/ll0111 $lx $lm0v $llr0v",
    "iadd $aluf $ls8v4/1110 $omr1/1100; imm ui\"0x10\" $nowrite",
    "l1bmrdfadd $mauf $lbi; l1bmm $lbi $lm0v",
    "l2bmb@[0, 2,4,6] $lc0 $lb64",
    "l2bmi@2/5 $lb0 $lb8",
    "l1bmd+1 $lb0 $lr0v",
    "l1bmm4@3 $llt $llb16",
    "l2bmdars $lc0@.1 $dar16",
    "lpassa $lmt8v $llnt[0,0,4,4]; nop/2",
    "ipassa $subpeid $ln0v4j0",
    "nop; wait i3f",
    "mvp/n64i01 $p0x40@1 $lc0@2.1",
    "mvrdfadd/n128nd4p3 $lc0 $di512@2",
    "mvnop/i01",
    "mask 0",
    "maskllrst 0b10001",
    "d getbh $llx0n0c1b2m15 4",
    "d get $lm0b0m0p0 1 # all groups",
    "d set $tn0c0b0m0p0 1 123456789abcdef0",
    "d set $lm4 3 laabbs1_2h1_2_3_4",
    "c 0 0 i01 i00 0 000000000 000040 0123456789abcdef",
    "quit",
];

/// A good line after one to four random changes.
pub(crate) fn damage(chance: &mut Chance) -> String {
    let mut line: Vec<char> = chance.pick(&GOOD_LINES).chars().collect();
    for _ in 0..=chance.below(4) {
        let at = chance.below(line.len() + 1);
        match chance.below(5) {
            0 => line.truncate(at),
            1 if at < line.len() => drop(line.remove(at)),
            2 => {
                let other: Vec<char> = chance.pick(&GOOD_LINES).chars().collect();
                let from = chance.below(other.len());
                line.splice(at..at, other[from..].iter().copied());
            }
            _ => {
                let strange: Vec<char> = "$/@[],;\"'-+.#_ \tlvjmeri019xé；\u{3000}\0"
                    .chars()
                    .collect();
                line.insert(at, *chance.pick(&strange));
            }
        }
    }
    line.into_iter().collect()
}

/// A small generator of numbers that are the same in every run (splitmix64).
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`, which must not be zero.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}
