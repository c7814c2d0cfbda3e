//! `variables` and `setVariable`.

use mnc2_text::message;

use super::view::Asking;
use super::{Done, Session};
use crate::protocol::{
    NewValue, SetVariableArguments, VariablesArguments, VariablesFilter, VariablesResponse,
};
use crate::refusal::Refusal;

impl Session<'_> {
    pub(super) fn variables(&mut self, arguments: VariablesArguments) -> Done<VariablesResponse> {
        let asking = Asking {
            language: self.language(),
            pages: self.client.pages,
            control: self.inbox.control(),
        };
        let run = self.stopped()?;
        let variables = run.shown.variables(&arguments, asking)?;
        Ok(VariablesResponse { variables })
    }

    pub(super) fn set_variable(&mut self, arguments: SetVariableArguments) -> Done<NewValue> {
        let run = self.stopped()?;
        let (list, name) = (arguments.variables_reference, &arguments.name);
        let (new, changed) = run.shown.set_variable(list, name, &arguments.value)?;
        self.tell_changed(changed);
        Ok(new)
    }
}

/// Whether a client requests a list whose parts have numbers, or names.
pub(super) fn is_wanted(filter: Option<VariablesFilter>, is_indexed: bool) -> bool {
    match filter {
        None => true,
        Some(VariablesFilter::Indexed) => is_indexed,
        Some(VariablesFilter::Named) => !is_indexed,
    }
}

/// The list of a number is not known any more.
pub(super) fn outdated() -> Refusal {
    message!("these values are gone: the run has moved on").into()
}
