//! Editor features: `$` in a text marks the place of the request.

use expect_test::Expect;
use mnc2_text::interface::{Language, Text};
use mnc2_text::{Place, Position, Signature, Symbol};

const ENGLISH: mnc2_text::Language = mnc2_text::Language::English;

/// An editor of texts in a language.
#[derive(Debug)]
pub struct Editor(pub &'static Language);

/// A text without `$`, and where that was.
///
/// # Panics
/// If the text has none.
#[must_use]
pub fn marked(text: &str) -> (String, Position) {
    let (before, after) = text.split_once('$').expect("a place");
    let line = before.matches('\n').count() as u32;
    let byte = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
    let byte = byte as u32;
    (format!("{before}{after}"), Position { line, byte })
}

/// Places of a text with what is there: lines and bytes count from 1.
fn shown(text: &str, places: &[Place]) -> String {
    let shown = |place: &Place| {
        let line = text.lines().nth(place.line as usize).expect("a line");
        let (number, byte) = (place.line + 1, place.range.start + 1);
        let part = mnc2_text::line::part(line, &place.range);
        format!("{number}:{byte} {part}")
    };
    places.iter().map(shown).collect::<Vec<_>>().join(", ")
}

impl Editor {
    /// A text with a place.
    ///
    /// # Panics
    /// If the text has none.
    #[must_use]
    pub fn open(&self, text: &str) -> (Box<dyn Text>, Position) {
        let (text, at) = marked(text);
        (self.0.options().read(&text), at)
    }

    /// The explanation of the place; empty without one.
    #[must_use]
    pub fn hover(&self, text: &str) -> String {
        let (document, at) = self.open(text);
        let hover = document.hover(at, ENGLISH);
        hover.map(|hover| hover.markdown).unwrap_or_default()
    }

    /// The law: the place has this explanation.
    ///
    /// # Panics
    /// If it has not.
    pub fn check_hover(&self, text: &str, expected: &Expect) {
        expected.assert_eq(&self.hover(text));
    }

    /// The law: these are the definitions.
    ///
    /// # Panics
    /// If they are not.
    #[track_caller]
    pub fn check_definition(&self, text: &str, expected: &str) {
        let (document, at) = self.open(text);
        let found = shown(&marked(text).0, &document.definition(at));
        assert_eq!(found, expected, "{text}");
    }

    /// The law: these are the references with the definitions.
    ///
    /// # Panics
    /// If they are not.
    #[track_caller]
    pub fn check_references(&self, text: &str, expected: &str) {
        let (document, at) = self.open(text);
        let found = shown(&marked(text).0, &document.references(at, true));
        assert_eq!(found, expected, "{text}");
    }

    /// The labels of completions, with spaces between them.
    #[must_use]
    pub fn offers(&self, text: &str) -> String {
        let (document, at) = self.open(text);
        let found = document.completion(at, ENGLISH);
        let labels: Vec<&str> = found.iter().map(|found| found.label.as_str()).collect();
        labels.join(" ")
    }

    /// The law: these are the completions.
    ///
    /// # Panics
    /// If they are not.
    #[track_caller]
    pub fn check_completion(&self, text: &str, expected: &str) {
        assert_eq!(self.offers(text), expected, "{text}");
    }

    /// The places of highlights; what is written has `!` before it.
    #[must_use]
    pub fn highlights(&self, text: &str) -> String {
        let (document, at) = self.open(text);
        let found = document.highlights(at).into_iter().map(|it| {
            let sign = if it.is_write { "!" } else { "" };
            format!("{sign}{}", shown(&marked(text).0, &[it.place]))
        });
        found.collect::<Vec<_>>().join(", ")
    }

    /// The instruction that is typed, and its operand between `<` and `>`; empty without one.
    #[must_use]
    pub fn signature(&self, text: &str) -> String {
        let (document, at) = self.open(text);
        let found = document.signature(at, ENGLISH);
        found.map_or_else(String::new, |found| {
            let Signature {
                mut label,
                parameters,
                active,
                ..
            } = found;
            if let Some(active) = active.and_then(|active| parameters.get(active as usize)) {
                label.insert(active.label.end as usize, '>');
                label.insert(active.label.start as usize, '<');
            }
            label
        })
    }

    /// The law: nothing at the place has a name.
    ///
    /// # Panics
    /// If something has.
    #[track_caller]
    pub fn check_no_name(&self, text: &str) {
        let (document, at) = self.open(text);
        assert_eq!(document.renamable(at), None, "{text}");
        assert!(document.rename(at, "g").is_err(), "{text}");
    }

    /// The outline, a line for each symbol; lines count from 1.
    #[must_use]
    pub fn outline(&self, text: &str) -> String {
        fn write(symbols: &[Symbol], indent: usize, to: &mut String) {
            for it in symbols {
                let (first, last) = (it.place.line + 1, it.last_line + 1);
                let line = format!("{:indent$}{first}-{last} {:?} {}", "", it.kind, it.name);
                to.push_str(format!("{line}  {}", it.detail).trim_end());
                to.push('\n');
                write(&it.children, indent + 2, to);
            }
        }
        let mut shown = String::new();
        let document = self.0.options().read(text);
        write(&document.lines().symbols(&|| false), 0, &mut shown);
        shown
    }

    /// The lines that can be folded, counted from 1.
    #[must_use]
    pub fn folds(&self, text: &str) -> String {
        let document = self.0.options().read(text);
        let folds = document.lines().folding(&|| false).into_iter().map(|it| {
            let kind = if it.is_comment { " comment" } else { "" };
            format!("{}-{}{kind}", it.first_line + 1, it.last_line + 1)
        });
        folds.collect::<Vec<_>>().join(", ")
    }

    /// The tokens of some lines.
    #[must_use]
    pub fn tokens(&self, text: &str, lines: std::ops::Range<u32>) -> String {
        let tokens = self.0.options().read(text).tokens(lines, &|| false);
        let tokens = tokens.iter().map(|token| {
            let place = shown(text, std::slice::from_ref(&token.place));
            format!("{place} {:?}", token.kind)
        });
        tokens.collect::<Vec<_>>().join("\n")
    }

    /// The words after some lines.
    #[must_use]
    pub fn inlays(&self, text: &str, lines: std::ops::Range<u32>) -> String {
        let inlays = self
            .0
            .options()
            .read(text)
            .inlays(lines, ENGLISH, &|| false);
        let inlays = inlays.iter().map(|it| {
            let (line, byte) = (it.place.line + 1, it.place.range.start + 1);
            format!("{line}:{byte} {}", it.text)
        });
        inlays.collect::<Vec<_>>().join("\n")
    }

    /// The law: everything that is listed has a page with its name. Returns how many pages there are.
    ///
    /// # Panics
    /// With what has none.
    pub fn check_pages(&self) -> usize {
        let options = self.0.options();
        let entries = self.0.entries();
        for entry in &entries {
            let page = options.explain(&entry.name, ENGLISH).unwrap_or_default();
            assert!(page.contains(&entry.name), "{}", entry.name);
        }
        entries.len()
    }
}
