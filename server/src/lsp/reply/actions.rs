//! Code actions: fixes of findings, other ways to write some lines, fix all, shorter orders, and run to here.

use mnc2_ide::features::actions::{self, FixedText, QuickFix, Refactoring};
use mnc2_ide::session::Snapshot;
use mnc2_review::fixes::{Impossible, Rewriting};
use mnc2_text::{CodeTable, Fix, message};
use tower_lsp::ls_types::{
    CodeAction, CodeActionContext, CodeActionDisabled, CodeActionKind, CodeActionOrCommand,
    CodeActionResponse, CodeActionTriggerKind, Range, TextEdit, WorkspaceEdit,
};

use super::{explain, run_command, shorten};
use crate::lsp::client_capabilities::ClientFeatures;
use crate::lsp::document_view::{DocumentView, Of};
use crate::lsp::{convert, findings};

/// The kinds of code actions that the server makes.
pub(in crate::lsp) const KINDS: [CodeActionKind; 6] = [
    CodeActionKind::QUICKFIX,
    CodeActionKind::REFACTOR_INLINE,
    CodeActionKind::REFACTOR_EXTRACT,
    CodeActionKind::REFACTOR_REWRITE,
    MOVE,
    FIX_ALL,
];

/// The same lines in another order: `refactor.move` of protocol 3.18.
const MOVE: CodeActionKind = CodeActionKind::new("refactor.move");

/// Applies all safe fixes. Editors run it on save if the user has enabled that.
const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.mnc2");

impl DocumentView<'_> {
    /// The fixes of findings in the range, and other actions there.
    pub(in crate::lsp) fn code_actions(
        self,
        range: Range,
        context: &CodeActionContext,
    ) -> Option<CodeActionResponse> {
        let (first, last) = (self.at(range.start).line, self.at(range.end).line);
        let mut answer = CodeActionResponse::new();
        if self.features.code_action_literals && is_wanted(context, &CodeActionKind::QUICKFIX) {
            let fixes = match self.of {
                Of::Mnc2(program) => {
                    let fixes = actions::quick_fixes(program.snapshot, first, last);
                    fixes.iter().map(|it| self.quick_fix(it)).collect()
                }
                Of::Language(snapshot) => {
                    let fixes = actions::quick_fixes_of(snapshot, first, last);
                    fixes.iter().map(|it| self.quick_fix(it)).collect()
                }
            };
            answer.extend(asked_fixes(context, fixes));
        }
        if let Of::Mnc2(program) = self.of {
            self.add_of_program(program.snapshot, range, context, &mut answer);
        }
        // Last, after what changes the program.
        if self.features.code_action_literals && is_wanted(context, &CodeActionKind::QUICKFIX) {
            answer.extend(explain::actions(context, self.features));
        }
        Some(answer)
    }

    /// Everything that is safe to fix, other ways to write the lines of a range, and running to its last line.
    fn add_of_program(
        self,
        snapshot: &Snapshot,
        range: Range,
        context: &CodeActionContext,
        answer: &mut CodeActionResponse,
    ) {
        let (uri, features) = (self.uri, self.features);
        let (first, last) = (self.at(range.start).line, self.at(range.end).line);
        let wants_all = wants_all_kinds(context);
        if features.code_action_literals && asks_for_fix_all(context, answer) {
            answer.extend(self.fix_all(snapshot));
        }
        // A selection of whole lines ends at the start of the next line, which it does not mean.
        let before_last = range.end.character == 0 && last > first;
        let lines = first..last.max(first) + u32::from(!before_last);
        // Some are not offered to automatic requests: the client would show a light bulb on each line.
        let is_automatic = context.trigger_kind == Some(CodeActionTriggerKind::AUTOMATIC);
        if features.code_action_literals {
            let wanted = |rewriting: Rewriting| {
                let is_everywhere = rewriting == Rewriting::Move;
                is_wanted(context, &kind(rewriting)) && !(is_automatic && is_everywhere)
            };
            answer.extend(
                actions::refactorings(snapshot, lines.clone(), &wanted)
                    .iter()
                    .map(|it| self.refactoring(it)),
            );
            let is_selection = lines.len() > 1;
            let is_asked = !wants_all && !is_automatic;
            if is_wanted(context, &shorten::KIND) && (is_selection || is_asked) {
                let commands = shorten::commands(snapshot, uri, lines.clone(), features);
                answer.extend(commands.into_iter().map(shorten::action));
            }
            // Impossible actions are only shown to a user who opens the menu.
            if features.disabled_actions
                && context.trigger_kind == Some(CodeActionTriggerKind::INVOKED)
            {
                answer.extend(
                    actions::impossible(snapshot, lines.clone(), &wanted)
                        .into_iter()
                        .map(|(rewriting, impossible)| disabled(rewriting, &impossible, features)),
                );
            }
        }
        // A plain command, which has no kind: some clients take every action with a command for one.
        if wants_all && !is_automatic {
            let line = last.max(first);
            let command = run_command(&message!("Run to here").say(features.language()), uri, line);
            answer.push(CodeActionOrCommand::Command(command));
            // Without a selection it is about the whole program, so what is about the line comes first.
            if lines.len() <= 1 {
                let commands = shorten::commands(snapshot, uri, lines, features);
                answer.extend(commands.into_iter().map(CodeActionOrCommand::Command));
            }
        }
    }

    fn quick_fix<C: CodeTable>(self, of: &QuickFix<C>) -> CodeActionOrCommand {
        let findings = of.findings.iter();
        let findings = findings.map(|one| findings::diagnostic(one, self));
        CodeActionOrCommand::CodeAction(CodeAction {
            title: of.fix.title.say(self.features.language()),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(findings.collect()),
            edit: Some(self.fix(&of.fix, of.line())),
            is_preferred: (self.features.preferred_actions && of.is_preferred).then_some(true),
            ..CodeAction::default()
        })
    }

    fn fix_all(self, snapshot: &Snapshot) -> Option<CodeActionOrCommand> {
        let FixedText { fixed, changes } = actions::fix_all(snapshot)?;
        let (text, features) = (self.text, self.features);
        let position = |byte: usize| {
            let line = text.byte_to_line(byte);
            let byte = byte - text.line_to_byte(line);
            features.encoding.position(text, line as u32, byte as u32)
        };
        let edits = changes
            .into_iter()
            .map(|(bytes, new)| {
                TextEdit::new(Range::new(position(bytes.start), position(bytes.end)), new)
            })
            .collect();
        let title = match fixed {
            1 => message!("Fix 1 finding in this file that is safe to fix"),
            count => message!(
                "Fix all {count} findings in this file that are safe to fix",
                count
            ),
        };
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title: title.say(features.language()),
            kind: Some(FIX_ALL),
            edit: Some(self.workspace_edit(edits)),
            ..CodeAction::default()
        }))
    }

    fn refactoring(self, of: &Refactoring) -> CodeActionOrCommand {
        CodeActionOrCommand::CodeAction(CodeAction {
            title: of.fix.title.say(self.features.language()),
            kind: Some(kind(of.rewriting)),
            edit: Some(self.fix(&of.fix, of.line)),
            ..CodeAction::default()
        })
    }

    /// The edits of a fix that belongs to a line.
    fn fix(self, fix: &Fix, line: u32) -> WorkspaceEdit {
        let edits = fix.edits.iter();
        let edits = edits.map(|edit| convert::edit(edit, line, self.text, self.features.encoding));
        self.workspace_edit(edits.collect())
    }
}

/// Whether a request is about a kind of actions.
fn is_wanted(context: &CodeActionContext, kind: &CodeActionKind) -> bool {
    let only = context.only.as_ref();
    only.is_none_or(|only| only.iter().any(|only| is_within(kind, only)))
}

/// The fixes of the findings that a request names; all fixes if it names no finding with a fix.
fn asked_fixes(context: &CodeActionContext, fixes: CodeActionResponse) -> CodeActionResponse {
    let is_asked = |fix: &CodeActionOrCommand| match fix {
        CodeActionOrCommand::CodeAction(action) => {
            action.diagnostics.iter().flatten().any(|finding| {
                let mut asked = context.diagnostics.iter();
                asked.any(|it| it.range == finding.range && it.code == finding.code)
            })
        }
        CodeActionOrCommand::Command(_) => false,
    };
    let (asked, others): (Vec<_>, Vec<_>) = fixes.into_iter().partition(is_asked);
    if asked.is_empty() { others } else { asked }
}

/// Whether a request is not limited to some kinds: it names none, or the root of all kinds, as vim-lsp always does.
fn wants_all_kinds(context: &CodeActionContext) -> bool {
    let is_root = |kind: &CodeActionKind| kind.as_str().is_empty();
    context
        .only
        .as_ref()
        .is_none_or(|only| only.iter().any(is_root))
}

/// Whether to offer fix all: if it is requested by its kind, or if a user opens the menu at a place that has a
/// preferred fix. Automatic requests have no use for it.
fn asks_for_fix_all(context: &CodeActionContext, so_far: &[CodeActionOrCommand]) -> bool {
    if let (false, Some(only)) = (wants_all_kinds(context), &context.only) {
        return only.iter().any(|only| is_within(&FIX_ALL, only));
    }
    let has_fix = so_far.iter().any(|action| match action {
        CodeActionOrCommand::CodeAction(action) => action.diagnostics.is_some(),
        CodeActionOrCommand::Command(_) => false,
    });
    has_fix && context.trigger_kind == Some(CodeActionTriggerKind::INVOKED)
}

/// Whether a kind is equal to another one, or a part of it.
fn is_within(kind: &CodeActionKind, whole: &CodeActionKind) -> bool {
    let (kind, whole) = (kind.as_str(), whole.as_str());
    whole.is_empty()
        || kind
            .strip_prefix(whole)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn kind(rewriting: Rewriting) -> CodeActionKind {
    match rewriting {
        Rewriting::Inline => CodeActionKind::REFACTOR_INLINE,
        Rewriting::Extract => CodeActionKind::REFACTOR_EXTRACT,
        Rewriting::Rewrite => CodeActionKind::REFACTOR_REWRITE,
        Rewriting::Move => MOVE,
    }
}

/// An action that clients show greyed out, with the reason.
fn disabled(
    rewriting: Rewriting,
    impossible: &Impossible,
    features: &ClientFeatures,
) -> CodeActionOrCommand {
    CodeActionOrCommand::CodeAction(CodeAction {
        title: impossible.title.say(features.language()),
        kind: Some(kind(rewriting)),
        disabled: Some(CodeActionDisabled {
            reason: impossible.reason.say(features.language()),
        }),
        ..CodeAction::default()
    })
}
