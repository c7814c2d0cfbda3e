//! Fixes of findings, comments that silence them, and links from those comments.

use std::slice;

use mnc2_ide::dialects::Code;
use mnc2_ide::features::silencing;
use mnc2_text::{CodeTable, Finding, Fix, Place};
use tower_lsp::ls_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, CodeActionResponse,
    DocumentLink, Range,
};

use super::Seen;
use crate::lsp::reply::actions::of_asked_findings;
use crate::lsp::{convert, findings};

impl Seen<'_> {
    /// The fixes of findings in a range.
    pub(in crate::lsp) fn code_actions(
        self,
        range: Range,
        context: &CodeActionContext,
    ) -> Option<CodeActionResponse> {
        let kind = CodeActionKind::QUICKFIX;
        let is_wanted = context.only.as_ref().is_none_or(|only| {
            let is_within = |only: &CodeActionKind| only.as_str().is_empty() || *only == kind;
            only.iter().any(is_within)
        });
        if !is_wanted || !self.features.code_action_literals {
            return Some(Vec::new());
        }
        let (snapshot, features) = (self.snapshot, self.features);
        let source = snapshot.language().about().id;
        let lines = range.start.line..=range.end.line;
        let found = snapshot.findings();
        let found = found.lines().filter(|(line, _)| lines.contains(line));
        let found = found.map(|(line, diagnostic)| Finding {
            line,
            diagnostic: diagnostic.clone(),
        });
        let quick_fix = |of: &[Finding<Code>], fix: &Fix, is_preferred: bool| {
            let line = of.first().map_or(0, |finding| finding.line);
            let edits = fix.edits.iter();
            let edits =
                edits.map(|edit| convert::edit(edit, line, &snapshot.text, features.encoding));
            let diagnostics = of.iter().map(|finding| {
                findings::of_language(finding, source, &snapshot.text, self.uri, features)
            });
            let is_preferred = features.preferred_actions && is_preferred;
            CodeActionOrCommand::CodeAction(CodeAction {
                title: fix.title.say(features.language()),
                kind: Some(kind.clone()),
                diagnostics: Some(diagnostics.collect()),
                edit: Some(self.workspace_edit(edits.collect())),
                is_preferred: is_preferred.then_some(true),
                ..CodeAction::default()
            })
        };
        let mut answer = Vec::new();
        for finding in found {
            let fixes = finding.diagnostic.fixes.iter().enumerate();
            answer.extend(fixes.map(|(index, fix)| {
                let is_preferred = index == 0 && fix.is_safe();
                quick_fix(slice::from_ref(&finding), fix, is_preferred)
            }));
        }
        let silences = silencing::fixes(snapshot, range.start.line, range.end.line);
        let silences = silences.iter();
        answer.extend(silences.map(|it| quick_fix(&it.findings, &it.fix, false)));
        Some(of_asked_findings(context, answer))
    }

    /// The codes in comments that silence them, with the pages about them.
    pub(in crate::lsp) fn links(self) -> Option<Vec<DocumentLink>> {
        let language = self.features.language();
        let links = silencing::links(self.snapshot).into_iter().map(|link| {
            let title = language.template(link.code.row().title);
            let tooltips = self.features.writing.link_tooltips;
            let (line, range) = (link.line, link.range);
            DocumentLink {
                range: self.range(&Place { line, range }),
                target: findings::code_page(link.code),
                tooltip: tooltips.then(|| title.to_owned()),
                data: None,
            }
        });
        Some(links.collect())
    }
}
