use mnc2_asm::{Program, access::State, depends::Depends};
use mnc2_schedule::{bound, list, problem::Problem, solve, text};
use std::time::{Duration, Instant};
fn main() {
    for path in std::env::args().skip(1) {
        let source = std::fs::read_to_string(&path).unwrap();
        let program = Program::parse(&source);
        let lines: Vec<String> = source.lines().map(str::to_owned).collect();
        let start = Instant::now();
        let depends = match Depends::of(&program, 0..program.len(), &State::default()) {
            Ok(d) => d,
            Err(e) => {
                println!("{path}: {e:?}");
                continue;
            }
        };
        let t_dep = start.elapsed();
        for forwarding in [false, true] {
            let problem = Problem::of(&depends, forwarding);
            assert!(problem.is_kept_by(&problem.now()), "now");
            let list = list::schedule(&problem);
            let bound = bound::lower_bound(&problem);
            let begin = Instant::now();
            let budget = Duration::from_secs(
                std::env::var("BUDGET")
                    .ok()
                    .and_then(|s| s.parse().ok())
                    .unwrap_or(20),
            );
            let mut stop = || begin.elapsed() > budget;
            let found = solve::search(&problem, &list, bound.steps, &mut stop);
            let (best, proven) = match found {
                solve::Found::Shortest(s) => (s, true),
                solve::Found::Better(Some(s)) => (s, false),
                solve::Found::Better(None) => (list.clone(), false),
            };
            assert!(problem.is_kept_by(&best), "best");
            println!(
                "{path}: fw={forwarding} tasks {} rules {} links {} now {} list {} bound {} best {} {} ({:?} + {:?})",
                problem.tasks.len(),
                problem.rules.len(),
                problem.links.len(),
                problem.steps,
                list.length,
                bound.steps,
                best.length,
                if proven { "proven" } else { "" },
                t_dep,
                begin.elapsed()
            );
            if let Ok(out) = std::env::var("OUT") {
                let l = text::lines(
                    &depends,
                    &problem,
                    &best,
                    &program,
                    0..program.len(),
                    &|i| lines.get(i).cloned().unwrap_or_default(),
                );
                std::fs::write(out, l.join("\n") + "\n").unwrap();
            }
        }
    }
}
