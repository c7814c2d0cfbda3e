//! Which open documents are read.
//!
//! A program takes about sixty times as much memory as its text, or six times if the text is long. Therefore documents are read
//! in the order in which they were opened, up to a limit; the others can be edited, and are read once they fit.

use std::collections::HashMap;

use super::Open;
use super::id::DocumentId;

/// The limit for the texts of all documents that are read, in bytes.
pub const OPEN_BYTES_MAX: usize = if cfg!(test) { 1 << 20 } else { 64 << 20 };

/// Maximum number of open documents that are read.
pub const OPEN_DOCUMENTS_MAX: usize = 4096;

/// The order in which documents were opened, and whether some of them exceed the limits.
#[derive(Default)]
pub(super) struct ReadingOrder {
    /// When a document was opened, counted from the first one.
    orders: HashMap<DocumentId, u64>,
    next: u64,
    is_crowded: bool,
}

impl ReadingOrder {
    /// Adds a document after all others.
    pub(super) fn opened(&mut self, id: &DocumentId) {
        self.orders.insert(id.clone(), self.next);
        self.next += 1;
    }

    pub(super) fn closed(&mut self, id: &DocumentId) {
        self.orders.remove(id);
    }

    /// Sets for every document whether it is read. Returns the documents for which that changes.
    pub(super) fn find(&mut self, documents: &mut HashMap<DocumentId, Open>) -> Vec<DocumentId> {
        let bytes: usize = documents
            .values()
            .map(|it| it.document.wanted_bytes())
            .sum();
        let is_crowded = bytes > OPEN_BYTES_MAX || documents.len() > OPEN_DOCUMENTS_MAX;
        if !is_crowded && !self.is_crowded {
            return Vec::new();
        }
        let mut in_order: Vec<(&DocumentId, &mut Open)> = documents.iter_mut().collect();
        in_order.sort_by_key(|(id, _)| self.orders.get(id));
        let (mut read_bytes, mut read_documents) = (0, 0);
        let mut changed = Vec::new();
        for (id, open) in in_order {
            let wanted = open.document.wanted_bytes();
            let fits = read_bytes + wanted <= OPEN_BYTES_MAX && read_documents < OPEN_DOCUMENTS_MAX;
            if fits {
                read_bytes += wanted;
                read_documents += 1;
            }
            if open.document.set_room(fits) {
                changed.push(id.clone());
            }
        }
        self.is_crowded = is_crowded;
        changed
    }
}

#[cfg(test)]
mod tests {
    use mnc2_asm::LineParser;

    use super::super::{Mnc2Document, Session, Unread};
    use super::*;

    fn names(ids: Vec<DocumentId>) -> Vec<String> {
        ids.iter().map(|id| id.as_str().to_owned()).collect()
    }

    fn open(session: &mut Session, name: &str, bytes: usize) -> Vec<String> {
        let text = "nap\n".repeat(bytes / 4);
        let document = Mnc2Document::new(1, &text);
        session.open(DocumentId::new(name), document.into(), "mnc2", None);
        names(session.find_room())
    }

    fn read(session: &Session) -> Vec<String> {
        let all = session.snapshots().into_iter();
        let read = all.filter(|(_, it)| it.unread.is_none());
        let mut read: Vec<String> = read.map(|(id, _)| id.as_str().to_owned()).collect();
        read.sort();
        read
    }

    #[test]
    fn what_was_opened_first_is_read() {
        let half = OPEN_BYTES_MAX / 2;
        let mut session = Session::default();
        assert_eq!(open(&mut session, "a", half), [""; 0]);
        assert_eq!(open(&mut session, "b", half), [""; 0]);
        assert_eq!(open(&mut session, "c", half), ["c"]);
        assert_eq!(open(&mut session, "d", half), ["d"]);
        assert_eq!(read(&session), ["a", "b"]);
        let snapshot = session.snapshot(&DocumentId::new("c")).expect("it is open");
        assert_eq!(snapshot.unread, Some(Unread::NoRoom));
        assert_eq!(snapshot.program.len(), snapshot.text.len_lines());
        assert!(snapshot.review().reported().is_empty());

        // A document that grows takes the room of later ones, and one that shrinks gives it back.
        let (document, parser) = session.edit(&DocumentId::new("a")).expect("it is open");
        document.replace(0..0, "nap\n", parser);
        assert_eq!(names(session.find_room()), ["b"]);
        let (document, _) = session.edit(&DocumentId::new("a")).expect("it is open");
        document.replace_all("nap\n", &mut LineParser::new());
        assert_eq!(names(session.find_room()), ["b"]);
        session.close(&DocumentId::new("b"));
        assert_eq!(names(session.find_room()), ["c"]);
        assert!(
            !session.is_current(&DocumentId::new("c"), &snapshot),
            "an answer of before"
        );
        session.close(&DocumentId::new("a"));
        assert_eq!(names(session.find_room()), ["d"]);
        assert_eq!(read(&session), ["c", "d"]);
        let snapshot = session.snapshot(&DocumentId::new("d")).expect("it is open");
        assert_eq!(snapshot.review().reported().len(), half / 4);
    }

    #[test]
    fn only_so_many_documents_are_read() {
        let mut session = Session::default();
        for number in 0..OPEN_DOCUMENTS_MAX + 2 {
            let changed = open(&mut session, &number.to_string(), 4);
            assert_eq!(changed.is_empty(), number < OPEN_DOCUMENTS_MAX, "{number}");
        }
        session.close(&DocumentId::new("7"));
        assert_eq!(names(session.find_room()), [OPEN_DOCUMENTS_MAX.to_string()]);
    }
}
