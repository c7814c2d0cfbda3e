//! The pages of diagnostic codes, of every language of this build.

use mnc2_assist::explain;
use mnc2_program::code::Code;
use mnc2_text::Language;

use crate::languages::{self, Listed};

/// The page of a code, as Markdown; `None` if there is no such code.
#[must_use]
pub fn code_page(id: &str, language: Language) -> Option<String> {
    match Code::find(id) {
        Some(code) => Some(explain::diagnostic(code, language)),
        None => listed(id)?.options().explain(id, language),
    }
}

/// The address of the same page, and its title.
#[must_use]
pub fn address(id: &str) -> Option<(String, &'static str)> {
    let row = match Code::find(id) {
        Some(code) => code.row(),
        None => listed(id)?.codes().into_iter().find(|row| row.id == id)?,
    };
    Some((row.page_url(), row.title))
}

fn listed(id: &str) -> Option<Listed> {
    let has = |it: &Listed| it.codes().iter().any(|row| row.id == id);
    languages::ALL.iter().copied().find(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_page_and_an_address() {
        let others = languages::ALL.iter().flat_map(|it| it.codes());
        let ids: Vec<&str> = Code::ids().chain(others.map(|row| row.id)).collect();
        for id in &ids {
            let page = code_page(id, Language::English).expect("a page");
            assert!(page.contains(id), "{page}");
            let (url, title) = address(id).expect("an address");
            assert!(url.starts_with("https://") && !title.is_empty(), "{id}");
        }
        assert!(ids.len() > 150, "{}", ids.len());
        assert_eq!(code_page("E9999", Language::English), None);
        assert_eq!(address(""), None);
    }
}
