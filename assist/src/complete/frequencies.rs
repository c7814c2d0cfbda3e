//! How often programs use opcodes and statements: the likely ones if the program above has too little evidence.

/// Opcodes and statements at the start of a line, with their share in thousandths. They were counted in the public
/// programs that completion is tuned with (the other half is held out), where each program counts with the square root
/// of its number of uses, and rounded. What is not in the list is rarer.
///
/// `d getf`, `d geth` and `quit` are estimates, not counts: the counted programs do not use them.
const FIRST: &[(&str, f64)] = &[
    ("nop", 170.0),
    ("mvp", 90.0),
    ("d set", 85.0),
    ("lpassa", 50.0),
    ("l2bm", 45.0),
    ("imm", 45.0),
    ("l2bmb", 45.0),
    ("d getd", 40.0),
    ("l1bmd", 35.0),
    ("iadd", 23.0),
    ("isub", 23.0),
    ("l1bmp", 20.0),
    ("ipassa", 14.0),
    ("lxor", 12.0),
    ("ilsl", 12.0),
    ("msr", 11.0),
    ("lpackbit", 11.0),
    ("fvadd", 11.0),
    ("l1bmm", 10.0),
    ("fvmul", 9.0),
    ("d getf", 9.0),
    ("ulmin", 9.0),
    ("dvfmad", 8.0),
    ("ior", 8.0),
    ("dvmulu", 8.0),
    ("l2bmd", 7.0),
    ("linc", 7.0),
    ("l2bmriiadd", 7.0),
    ("iand", 7.0),
    ("fftoi", 6.0),
    ("dvadd", 6.0),
    ("l1bmrland", 5.0),
    ("ipackbit", 5.0),
    ("lsub", 5.0),
    ("ladd", 5.0),
    ("llsl", 5.0),
    ("d geth", 5.0),
    ("l1bmrdfadd", 4.0),
    ("ffloor", 4.0),
    ("iinc", 3.0),
    ("mvb", 3.0),
    ("hvaddr", 3.0),
    ("llnot", 3.0),
    ("quit", 3.0),
    ("hmwrite", 3.0),
    ("hmmul", 3.0),
    ("fvfma", 3.0),
    ("ilnot", 3.0),
    ("l1bmrliadd", 3.0),
    ("hvmulr", 2.0),
    ("imax", 2.0),
    ("inot", 2.0),
    ("hmread", 2.0),
    ("hbfn", 2.0),
    ("msl", 2.0),
    ("land", 2.0),
    ("dmwrite", 1.0),
    ("dmread", 1.0),
    ("dmmulu", 1.0),
    ("dmfmad", 1.0),
    ("gmwrite", 1.0),
    ("gmmul", 1.0),
    ("gmread", 1.0),
    ("gbfn", 1.0),
    ("dbfn", 1.0),
    ("d get", 1.0),
    ("mask", 2.0),
];

/// The shares of expressions after a `;`.
const LATER: &[(&str, f64)] = &[
    ("wait", 600.0),
    ("fvadd", 40.0),
    ("l1bmp", 35.0),
    ("l1bmm", 30.0),
    ("l1bmrland", 20.0),
    ("lpassa", 20.0),
    ("fvfma", 20.0),
    ("l2bmi", 20.0),
    ("hvaddr", 20.0),
    ("hbfn", 15.0),
    ("llnot", 15.0),
    ("l1bmrliadd", 15.0),
    ("l1bmd", 15.0),
    ("fftoi", 15.0),
    ("land", 10.0),
    ("llsl", 10.0),
    ("l1bmrdfadd", 10.0),
    ("hmwrite", 10.0),
    ("hvadd", 10.0),
    ("dmwrite", 7.0),
];

/// Opcodes and statements with their shares, at the start of a line or after a `;`.
pub(super) fn heads(is_first: bool) -> &'static [(&'static str, f64)] {
    if is_first { FIRST } else { LATER }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opcode_of_the_list_exists() {
        for (head, share) in FIRST.iter().chain(LATER) {
            let is_statement = ["d get", "mask"].iter().any(|it| head.starts_with(it));
            assert!(
                is_statement || mnc2_isa::spelling::find(head).is_some(),
                "{head}"
            );
            assert!(*share > 0.0);
        }
    }
}
