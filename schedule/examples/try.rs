use mnc2_asm::{Profile, Program, Rules};
use mnc2_schedule::shorten::{Level, Request, shorten};
use std::time::{Duration, Instant};
fn main() {
    let seconds = std::env::var("BUDGET")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(20.0);
    let profile = Profile::find(&std::env::var("PROFILE").unwrap_or("assembler".into())).unwrap();
    for path in std::env::args().skip(1) {
        let source = std::fs::read_to_string(&path).unwrap();
        let program = Program::parse(&source);
        let lines: Vec<String> = source.lines().map(str::to_owned).collect();
        let rules = Rules::of_profile(profile);
        for level in [Level::Order, Level::Forwarding] {
            let begin = Instant::now();
            let text = |i: usize| lines.get(i).cloned().unwrap_or_default();
            let request = Request {
                program: &program,
                source: &text,
                rules: &rules,
                level,
                time: Duration::from_secs_f64(seconds),
            };
            match shorten(request, 0..program.len(), &|| false, &mut |_| {}) {
                Ok(it) => {
                    println!(
                        "{path}: {level:?} {} -> {} bound {} {} {:?}",
                        it.before,
                        it.after,
                        it.bound.steps,
                        if it.is_shortest() { "shortest" } else { "" },
                        begin.elapsed()
                    );
                    if let Ok(out) = std::env::var("OUT") {
                        std::fs::write(out, it.lines.join("\n") + "\n").unwrap();
                    }
                }
                Err(why) => println!("{path}: {level:?} refused {why:?} {:?}", begin.elapsed()),
            }
        }
    }
}
