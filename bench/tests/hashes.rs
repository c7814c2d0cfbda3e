//! The result of every benchmark in its tiny size.

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
        step/fvfma 5fe42e7128dc7dde
        step/dvfmau 7ac4d21aa99db39b
        step/hvfma 3237f6b8c54eca17
        step/gmfma 0b49ec5d0ef99bcf
        step/hmfma b5ac2a92e1a70756
        step/iadd ba1d5acd4461cc84
        step/l1bmm 0be1bda78fd3b89a
        step/l1bmrffadd 1c6462c572aa64f7
        step/l2bmb 9180e3bdcdeedd13
        step/mvp ffc327a5a404a9b3
        side by side/fvfma 5fe42e7128dc7dde
        side by side/dvfmau 7ac4d21aa99db39b
        side by side/hmfma b5ac2a92e1a70756
        host/multiply-add f6adf5263b14359b
        mixed/alike e09d58f864fe0353
        mixed/different 597c8ab223ba5a2a
        long program e09d58f864fe0353
        run to here/cold 9fe9987659c15ed9
        run to here/after an edit 9fe9987659c15ed9
        read/testcase 0000000000000041
        load/testcase d96790ac59b152ff
        parse/1000 000000000000001d
        parse/100000 0000000000000071
        check/1000 000000000000001d
        check/100000 0000000000000071
        edit and check/1000 2cb34ed12fc74eae
        edit and check/100000 f3bcb01ebccc11bc
        depends/200 000000000000003b
        quick order/200 db03620d550d1f0e
        shortest order/32 0000000000000009
        short sequences 00000000000008af
        equal/10000 0000000000000001
        debugger/step back/100000 0514f372bec15fe7
        debugger/reverse watch/100000 aedbc0c5d0a44581
        debugger/origin/100000 0514f372bec15fe7
        stream/emulator 3ad81a38b997c5e7
        stream/pipe 0000000000000000
        tinytc/gemm 9dae8e517b8e209a
        tinytc/check/10000 0000000000000001
        tinytc/edit and check/10000 d1b2c7b8f1d1b1a4
    "#]]
    .assert_eq(&hashes);
}
