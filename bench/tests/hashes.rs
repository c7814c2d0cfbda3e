//! What every benchmark computes, in its tiny size.

use expect_test::expect;
use mnc2_bench::{ALL, Size};

#[test]
fn every_benchmark_computes_what_it_did() {
    let hashes: String = ALL
        .iter()
        .map(|benchmark| {
            let mut ready = benchmark.ready(Size::Tiny);
            (ready.run)();
            format!("{} {:016x}\n", benchmark.name, ready.hash)
        })
        .collect();
    expect![[r#"
        step/fvfma a761431d318ee0d4
        step/dvfmau 3eebe875da6b2544
        step/hvfma 9c6a475f9453f6bb
        step/gmfma b1f2b5965311489c
        step/hmfma 82f881e4badd573f
        step/iadd c2396552d25575a6
        step/l1bmm e3740fddb487bb3e
        step/l1bmrffadd a943c2b56f90e6f9
        step/l2bmb 0c6062199ef95d55
        step/mvp ac706c389664b860
        two threads/fvfma a761431d318ee0d4
        two threads/dvfmau 3eebe875da6b2544
        two threads/hmfma 82f881e4badd573f
        host/multiply-add f6adf5263b14359b
        mixed/alike 9a5a9cc03faa52fa
        mixed/different 23cf04a10ef91379
        mixed/different, two threads 23cf04a10ef91379
        long program 9a5a9cc03faa52fa
        run to here/cold 31b3497ed3ed2de7
        run to here/after an edit 31b3497ed3ed2de7
        read/testcase 0000000000000041
        load/testcase d96790ac59b152ff
        parse/1000 000000000000001d
        parse/100000 0000000000000071
        check/1000 000000000000001d
        check/100000 0000000000000071
        edit and check/1000 2cb34ed12fc74eae
        edit and check/100000 f3bcb01ebccc11bc
    "#]]
    .assert_eq(&hashes);
}
