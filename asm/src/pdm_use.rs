//! The comments about PDM in the output of the linker:
//! `# (:pdm :directive "@collect" :id "_c" :slot 24 :place :pdm0 :addr 131072 :size 4096 :access :write)`.

use super::s_expression::{self, Node, NodeKind};
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::{Line, PdmUse};
use mnc2_text::message;

/// How the comment begins.
const MARK: &str = "# (:pdm ";

/// Adds what the comment of a line states, or that it is not understood.
pub(super) fn add(text: &str, line: &mut Line) {
    let Some(comment) = &line.comment else {
        return;
    };
    let start = comment.start as usize;
    let Some(comment) = text.get(start..).filter(|it| it.starts_with(MARK)) else {
        return;
    };
    let start = start + MARK.len() - ":pdm ".len() - 1;
    let range = mnc2_text::line::range(start..text.trim_end().len());
    match read(&comment[MARK.len() - ":pdm ".len() - 1..]) {
        Some(found) => line.pdm_use = Some(Box::new(PdmUse { range, ..found })),
        None => {
            let message = message!("what the linker reports about PDM here is not understood");
            let diagnostic = Diagnostic::new(Code::DirectiveDoubtful, range, message);
            line.diagnostics.push(diagnostic.explained());
        }
    }
}

fn read(text: &str) -> Option<PdmUse> {
    let read = s_expression::read(text);
    if read.trouble.is_some() {
        return None;
    }
    let fields = read.nodes.first()?.list()?.get(1..)?;
    let value = |key: &str| -> Option<&Node<'_>> {
        let mut pairs = fields.chunks_exact(2);
        pairs
            .find(|pair| pair[0].word() == Some(key))
            .map(|pair| &pair[1])
    };
    let text = |key: &str| match value(key)?.kind {
        NodeKind::Text(text) | NodeKind::Word(text) => Some(text),
        NodeKind::List(_) => None,
    };
    let number = |key: &str| value(key)?.number();
    Some(PdmUse {
        range: 0..0,
        directive: text(":directive")?.into(),
        label: text(":id")?.into(),
        slot: number(":slot")?,
        place: text(":place")?.into(),
        address: number(":addr")?,
        size: number(":size")?,
        writes: match text(":access")? {
            ":write" => true,
            ":read" => false,
            _ => return None,
        },
    })
}
