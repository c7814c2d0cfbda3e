//! Good lines, and lines damaged at random, for the tests of what errors may do.

use mnc2_text::random::Random;

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
pub(crate) fn damage(chance: &mut Random) -> String {
    let mut line: Vec<char> = chance.one_of(&GOOD_LINES).chars().collect();
    for _ in 0..=chance.index(4) {
        let at = chance.index(line.len() + 1);
        match chance.index(5) {
            0 => line.truncate(at),
            1 if at < line.len() => drop(line.remove(at)),
            2 => {
                let other: Vec<char> = chance.one_of(&GOOD_LINES).chars().collect();
                let from = chance.index(other.len());
                line.splice(at..at, other[from..].iter().copied());
            }
            _ => {
                let strange: Vec<char> = "$/@[],;\"'-+.#_ \tlvjmeri019xé；\u{3000}\0"
                    .chars()
                    .collect();
                line.insert(at, chance.one_of(&strange));
            }
        }
    }
    line.into_iter().collect()
}
