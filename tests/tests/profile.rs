//! Profiles of random programs: the sections and the program agree, and no program that keeps the rules is shorter than its
//! longest chain of results.

use mnc2_dataflow::flow::Flow;
use mnc2_dataflow::memory_traffic::Traffic;
use mnc2_dataflow::profile::{Profile, ProfileTrace};
use mnc2_dataflow::unit_usage::Usage;
use mnc2_program::ModeChoice;
use mnc2_program::access::Direction;
use mnc2_program::rules::check::check;
use mnc2_tests::generate::Choices;
use mnc2_tests::near_legal::{Maker, Style};

/// Random programs, and the statements that are tried for each.
const PROGRAMS: u64 = 40;
const TRIES: usize = 120;

/// A program without errors or warnings about distances.
fn program(seed: u64) -> String {
    let mut choices = Choices::new(seed);
    let style = Style {
        is_flat: seed.is_multiple_of(3),
        is_data_dependent: seed.is_multiple_of(2),
        deviation: 12,
    };
    let mut maker = Maker::new(&mut choices, style);
    let mut lines = maker.start();
    for _ in 0..TRIES {
        lines.push(maker.statement());
        let report = check(&mnc2_asm::parse(&lines.join("\n")), ModeChoice::Infer);
        let mut findings = report.findings.iter();
        if findings.any(|finding| finding.diagnostic.code.id().contains("10"))
            || report.has_errors()
        {
            lines.pop();
        }
    }
    lines.join("\n")
}

#[test]
fn no_program_is_shorter_than_its_chain() {
    let (mut longest, mut links) = (0, 0);
    for seed in 0..PROGRAMS {
        let text = program(seed);
        let program = mnc2_asm::parse(&text);
        let flow = Flow::new(&program);
        let profile = Profile::with(&program, &flow);
        let chain = &profile.chain;
        let steps = profile.total.usage.steps;
        assert!(chain.steps <= steps, "{steps} steps, {chain:?} of\n{text}");
        assert!(
            chain
                .links
                .is_sorted_by(|one, other| one.earliest <= other.earliest)
        );
        longest = longest.max(chain.steps);
        links += chain.links.len();
        assert_eq!(profile.total.usage, Usage::from_program(&program));
        let traffic = Traffic::from_program(&program);
        for memory in Traffic::MEMORIES.into_iter().chain(Traffic::PE_MEMORIES) {
            for direction in [Direction::Read, Direction::Write] {
                let bytes = profile.total.traffic.bytes(memory, direction);
                assert_eq!(bytes, traffic.bytes(memory, direction));
            }
        }
        let trace = ProfileTrace::new(&program, &flow, &profile, &(0..u32::MAX));
        for arrow in &trace.arrows {
            let (from, to) = (&trace.spans[arrow.from], &trace.spans[arrow.to]);
            assert!(from.line <= to.line && from.begin <= to.begin, "{text}");
        }
    }
    assert!(
        longest > 10 && links > 200,
        "{longest} steps, {links} links"
    );
}
