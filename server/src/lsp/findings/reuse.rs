//! The diagnostics of the last version of a text, for the next version.
//!
//! After an edit most findings are unchanged, perhaps on other lines. Making a diagnostic takes ten times as long as
//! seeing that it is still right.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use mnc2_program::finding::Finding;
use mnc2_program::{Line, Program};
use mnc2_text::Language;
use tower_lsp::ls_types::{Diagnostic, Uri};

use super::diagnostic;
use crate::lsp::document_view::DocumentView;

/// Documents whose diagnostics are kept, those shown last.
const DOCUMENTS_MAX: usize = 16;

/// Diagnostics of lines with the same text that are compared with a finding.
const NEAR: usize = 8;

/// What was shown last about documents, the last one first.
#[derive(Default)]
pub(in crate::lsp) struct Kept(Mutex<VecDeque<Shown>>);

/// The diagnostics of a document.
struct Shown {
    uri: Uri,
    language: Language,
    made: Vec<Arc<Made>>,
}

/// A diagnostic, and everything that it was made from.
struct Made {
    finding: Finding,
    /// The line of the finding.
    line: Arc<Line>,
    /// The lines that its notes point at.
    others: Vec<Arc<Line>>,
    diagnostic: Diagnostic,
}

impl Kept {
    /// The diagnostics of findings in the order of lines.
    pub(super) fn diagnostics(
        &self,
        findings: Vec<Finding>,
        seen: DocumentView<'_>,
        program: &Program,
    ) -> Vec<Diagnostic> {
        let language = seen.features.language();
        let before = self.take(seen.uri);
        let made = match &before {
            Some(before) if before.language == language => &before.made[..],
            Some(_) | None => &[],
        };
        let mut by_line: HashMap<*const Line, Before<'_>> = HashMap::new();
        for made in made {
            by_line
                .entry(Arc::as_ptr(&made.line))
                .or_default()
                .made
                .push(made);
        }
        let mut kept = Vec::with_capacity(findings.len());
        let diagnostics = findings
            .into_iter()
            .map(|finding| {
                let line = program.line(finding.line as usize);
                let before = line.and_then(|line| by_line.get_mut(&Arc::as_ptr(line)));
                let same = before.and_then(|before| before.find(|it| it.fits(&finding, program)));
                if let Some(same) = same {
                    kept.push(Arc::clone(same));
                    return same.at(finding.line);
                }
                let diagnostic = diagnostic(&finding, seen);
                if let Some(made) = Made::new(finding, &diagnostic, program) {
                    kept.push(Arc::new(made));
                }
                diagnostic
            })
            .collect();
        self.put(Shown {
            uri: seen.uri.clone(),
            language,
            made: kept,
        });
        diagnostics
    }

    fn take(&self, uri: &Uri) -> Option<Shown> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = all.iter().position(|shown| shown.uri == *uri)?;
        all.remove(index)
    }

    fn put(&self, shown: Shown) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Another version may have been shown at the same time.
        all.retain(|other| other.uri != shown.uri);
        all.truncate(DOCUMENTS_MAX - 1);
        all.push_front(shown);
    }

    /// Forgets a document that was closed.
    pub(in crate::lsp) fn forget(&self, uri: &Uri) {
        drop(self.take(uri));
    }
}

/// The diagnostics of one line, and of those with the same text, which may share it.
#[derive(Default)]
struct Before<'a> {
    made: Vec<&'a Arc<Made>>,
    /// How many were passed.
    passed: usize,
}

impl<'a> Before<'a> {
    /// The next one that fits, if it is near: both versions are in the order of lines.
    fn find(&mut self, fits: impl Fn(&Made) -> bool) -> Option<&'a Arc<Made>> {
        // The last one once more: a line that was added may share its diagnostic.
        let first = self.passed.saturating_sub(1);
        let near = self.made.iter().enumerate().skip(first).take(NEAR);
        let (index, found) = near.into_iter().find(|(_, made)| fits(made))?;
        self.passed = index + 1;
        Some(found)
    }
}

impl Made {
    /// `None` if a line is not in the program.
    fn new(finding: Finding, diagnostic: &Diagnostic, program: &Program) -> Option<Self> {
        let line = |number: u32| program.line(number as usize).cloned();
        Some(Self {
            line: line(finding.line)?,
            others: other_lines(&finding).map(line).collect::<Option<_>>()?,
            diagnostic: diagnostic.clone(),
            finding,
        })
    }

    /// Whether the diagnostic belongs to a finding on the same line, perhaps at another position. One with notes
    /// about other lines is valid only where it was, because it contains their positions.
    fn fits(&self, finding: &Finding, program: &Program) -> bool {
        let is_alone = finding
            .diagnostic
            .notes
            .iter()
            .all(|note| note.range.is_none());
        (is_alone || finding.line == self.finding.line)
            && finding.diagnostic == self.finding.diagnostic
            && other_lines(finding)
                .zip(&self.others)
                .all(|(number, before)| {
                    let now = program.line(number as usize);
                    now.is_some_and(|now| Arc::ptr_eq(now, before))
                })
    }

    /// The diagnostic of the same finding on a line with this number.
    fn at(&self, line: u32) -> Diagnostic {
        let mut diagnostic = self.diagnostic.clone();
        diagnostic.range.start.line = line;
        diagnostic.range.end.line = line;
        diagnostic
    }
}

/// The lines that the notes of a finding point at.
fn other_lines(finding: &Finding) -> impl Iterator<Item = u32> {
    let notes = finding.diagnostic.notes.iter();
    notes.filter_map(|note| note.line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mnc2_asm::LineParser;
    use mnc2_ide::features::diagnostics::PUSHED_FINDINGS_MAX;
    use mnc2_ide::session::Mnc2Document;
    use mnc2_text::random::Random;

    use crate::lsp::client_capabilities::ClientFeatures;
    use crate::lsp::findings::diagnostics;

    /// A document that is edited, with what is kept about it.
    struct Edited {
        document: Mnc2Document,
        parser: LineParser,
        uri: Uri,
        features: ClientFeatures,
        kept: Kept,
    }

    impl Edited {
        fn new(text: &str) -> Self {
            let edited = Self {
                document: Mnc2Document::new(0, text),
                parser: LineParser::new(),
                uri: "file:///a.vsm".parse().expect("a URI"),
                features: ClientFeatures {
                    related_information: true,
                    ..ClientFeatures::default()
                },
                kept: Kept::default(),
            };
            edited.show();
            edited
        }

        fn made(&self) -> Vec<Arc<Made>> {
            let all = self.kept.0.lock().expect("no panic");
            all.iter().flat_map(|shown| shown.made.clone()).collect()
        }

        /// Shows the findings, which must be those that are shown without anything kept. Returns how many diagnostics
        /// were made.
        fn show(&self) -> usize {
            let before = self.made();
            let snapshot = self.document.snapshot();
            let seen = DocumentView::from_program(&snapshot, &self.uri, &self.features);
            let shown = diagnostics(seen, &self.kept);
            let anew = diagnostics(seen, &Kept::default());
            assert_eq!(shown, anew, "{}", snapshot.text);
            let is_new = |made: &&Arc<Made>| !before.iter().any(|old| Arc::ptr_eq(old, made));
            self.made().iter().filter(is_new).count()
        }

        /// Replaces a part of the text and checks how many diagnostics that makes.
        fn check(&mut self, old: &str, new: &str, made: usize) {
            let text = self.document.text().to_string();
            let start = text.find(old).expect("it is in the text");
            self.document
                .replace(start..start + old.len(), new, &mut self.parser);
            assert_eq!(self.show(), made, "{old:?} becomes {new:?}");
        }
    }

    /// A hazard that names another line, an error of a line, and room between them.
    const HAZARD: &str = "lpassa $lm0v $ln0v\nnop\nlpassa $ln0v $lr0v\n";

    #[test]
    fn only_what_an_edit_changes_is_made_again() {
        let mut edited = Edited::new(&format!("{}# here\n{HAZARD}nap\n", "nap\n".repeat(50)));
        edited.check("# here", "# there", 0);
        edited.check("# there", "nap", 1);
        // The line below the new one is read again, and the hazard says on which line the write is.
        edited.check("", "nop\n", 2);
        edited.check("$ln0v\nnop", "$ln0v # é\nnop", 1);
        edited.check("nop\n", "", 2);
        // Lines with the same text, each with a finding that names another line.
        let mut edited = Edited::new(&HAZARD.repeat(40));
        let shown = edited.made().len();
        assert!(shown >= 40, "{shown}");
        edited.check("nop", "nop # here", 0);
    }

    #[test]
    fn what_is_kept_is_what_would_be_made() {
        const PIECES: &[&str] = &[
            "nap\n",
            "\n",
            "nop\n",
            "é",
            HAZARD,
            "# mnc2: allow(E0201)\n",
            "quit\n",
            "\r",
        ];
        let mut random = Random::new(7);
        let mut below = |limit: usize| random.index(limit);
        let text = format!("{}{HAZARD}", "nap\n".repeat(PUSHED_FINDINGS_MAX));
        let mut edited = Edited::new(&text);
        for _ in 0..300 {
            let length = edited.document.text().len_bytes();
            let start = below(length);
            let end = (start + below(6)).min(length);
            let piece = PIECES[below(PIECES.len())];
            edited
                .document
                .replace(start..end, piece, &mut edited.parser);
            edited.show();
        }
    }

    #[test]
    fn few_documents_are_kept() {
        let mut edited = Edited::new("nap\n");
        for number in 0..2 * DOCUMENTS_MAX {
            edited.uri = format!("file:///{number}.vsm").parse().expect("a URI");
            assert_eq!(edited.show(), 1);
        }
        assert_eq!(edited.made().len(), DOCUMENTS_MAX);
        assert_eq!(edited.show(), 0);
        edited.kept.forget(&edited.uri);
        assert_eq!(edited.made().len(), DOCUMENTS_MAX - 1);
    }
}
