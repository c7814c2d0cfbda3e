#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mnc2_tests::fuzz::run_named("sessions", data));
