//! Fenced code blocks of a Markdown page.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The word after the fence, such as `vsm`.
    pub language: String,
    /// The text after it: the file name of the block for later commands on the page.
    pub name: Option<String>,
    /// The line of the opening fence, counted from 1.
    pub line: usize,
    /// Its lines, each with a line end.
    pub text: String,
}

/// The blocks of a page, in order.
///
/// # Errors
/// The line, counted from 1, of a fence that is never closed.
pub fn blocks(page: &str) -> Result<Vec<Block>, usize> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in page.lines().enumerate() {
        let fence = line.trim_start().strip_prefix("```");
        match (&mut open, fence) {
            (None, Some(words)) => {
                let mut words = words.split_whitespace().map(str::to_owned);
                open = Some(Block {
                    language: words.next().unwrap_or_default(),
                    name: words.next(),
                    line: index + 1,
                    text: String::new(),
                });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    match open {
        Some(block) => Err(block.line),
        None => Ok(blocks),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_know_their_language_and_line() {
        let found = blocks("a\n```vsm\nnop\n\nnop\n```\nb\n```\nx\n```\n").expect("closed");
        let shown: Vec<_> = found
            .iter()
            .map(|block| (block.language.as_str(), block.line, block.text.as_str()))
            .collect();
        assert_eq!(shown, [("vsm", 2, "nop\n\nnop\n"), ("", 8, "x\n")]);
        assert_eq!(blocks("```\nx\n"), Err(1));
        let named = blocks("```vsm a.vsm\nnop\n```\n").expect("closed");
        assert_eq!(named[0].language, "vsm");
        assert_eq!(named[0].name.as_deref(), Some("a.vsm"));
    }
}
