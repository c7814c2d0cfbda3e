//! Scripts in Python that write a program: the text between triple quotes, repeated as often as its loop. Only the syntax of
//! those scripts is supported.

/// A template of a script: its text, and whether it is in a loop and in a condition of the loop.
struct Template<'a> {
    text: &'a str,
    indent: usize,
}

/// The program that a script writes with this many loops.
pub(crate) fn program(script: &str, loops: usize) -> String {
    let templates = templates(script);
    let outer = templates.first().map_or(0, |it| it.indent);
    let number = |name: &str| {
        let (_, rest) = script.split_once(&format!("{name} = "))?;
        let digits = rest.split(|it: char| !it.is_ascii_digit()).next()?;
        digits.parse::<usize>().ok()
    };
    let step = number("skip_step").unwrap_or(1);
    let is_in_loop = |it: &&Template<'_>| it.indent > outer;
    let in_loop: Vec<&Template<'_>> = templates.iter().filter(is_in_loop).collect();
    let body = in_loop.first().map_or(outer, |it| it.indent);
    let saved = loops.div_ceil(step);
    let mut out = String::new();
    let before = templates.iter().take_while(|it| it.indent == outer).count();
    for template in &templates[..before] {
        out.push_str(template.text);
    }
    for round in 0..loops {
        for template in &in_loop {
            if template.indent > body && !round.is_multiple_of(step) {
                continue;
            }
            out.push_str(&filled(
                template.text,
                round,
                round / step * 16,
                loops,
                saved,
            ));
        }
    }
    for template in templates[before..].iter().filter(|it| !is_in_loop(it)) {
        out.push_str(&filled(template.text, loops, 0, loops, saved));
    }
    out
}

/// A program that has its loop once, with the loop this many times. The loop begins where the old velocity is kept, in
/// the last such line, and ends with what it sends to L1BM.
pub(crate) fn repeated(program: &str, loops: usize) -> String {
    let (before, rest) = program
        .rsplit_once("fvpassa $ln0 $ls14\n")
        .expect("the beginning of the loop");
    let (body, after) = rest.split_once("$lb0\n").expect("the end of the loop");
    let mut out = before.to_owned();
    for round in 0..loops {
        out.push_str(&format!("fvpassa $ln0 $ls14\n{body}$lb{}\n", 4 * round));
    }
    let after = after.replace("$lb0n0c0b0 4", &format!("$lb0n0c0b0 {}", 4 * loops));
    out + &after
}

fn templates(script: &str) -> Vec<Template<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = script[at..].find("f.write(") {
        let start = at + start;
        let line = script[..start].rfind('\n').map_or(0, |end| end + 1);
        let Some(open) = script[start..].find("\"\"\"").map(|open| start + open + 3) else {
            break;
        };
        let Some(close) = script[open..].find("\"\"\"").map(|close| open + close) else {
            break;
        };
        found.push(Template {
            text: &script[open..close],
            indent: start - line,
        });
        at = close + 3;
    }
    found
}

/// A template with its expressions in braces replaced.
fn filled(text: &str, round: usize, base: usize, loops: usize, saved: usize) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((expression, after)) = after.split_once('}') else {
            break;
        };
        out.push_str(before);
        let terms = expression.split('+').map(|term| {
            term.split('*').map(|factor| match factor.trim() {
                "k" => round,
                "lb_addr" => 4 * round,
                "base_addr" => base,
                "loop_count" => loops,
                "total_data_size" => 16 * saved,
                number => number.parse().unwrap_or_else(|_| panic!("{expression}")),
            })
        });
        let value: usize = terms.map(Iterator::product::<usize>).sum();
        out.push_str(&value.to_string());
        rest = after;
    }
    out + rest
}
