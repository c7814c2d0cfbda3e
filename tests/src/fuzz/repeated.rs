//! Short inputs for long texts.

/// The text of an input, in which a line `5*x` becomes `xxxxx`; longer texts are cut.
pub(super) fn repeated(input: &str, bytes_max: usize) -> String {
    let mut text = String::new();
    for line in input.lines() {
        let parts = line.split_once('*').and_then(|(count, piece)| {
            let count = count.parse::<usize>().ok()?;
            (!piece.is_empty()).then_some((count, piece))
        });
        let (count, piece) = parts.unwrap_or((1, line));
        let room = bytes_max.saturating_sub(text.len()) / piece.len().max(1);
        text.push_str(&piece.repeat(count.min(room)));
        text.push('\n');
    }
    text
}
