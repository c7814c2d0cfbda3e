//! The breakpoints of a run of a machine.

use mnc2_text::{Location, Message, message};

use super::expressions::{MachineValue, ValueExpression, WATCHED_NUMBERS_MAX, numbers};
use crate::breakpoints;
use mnc2_ide::languages::Machine;

/// A breakpoint before a line.
pub type LineBreakpoint = breakpoints::LineBreakpoint<ValueExpression>;
/// A breakpoint at changes of a value.
pub type DataBreakpoint = breakpoints::DataBreakpoint<ValueExpression, Followed>;
/// The breakpoints of a run of a machine.
pub type Breakpoints = breakpoints::Breakpoints<ValueExpression, Followed>;

/// A value whose changes are followed.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The expression for it.
    pub name: String,
    /// The location of the value.
    pub location: Location,
}

impl Followed {
    /// The value of an expression, if its changes can be followed.
    ///
    /// # Errors
    /// A sentence if it is not a location, or has too many numbers.
    pub fn parse(name: &str, machine: &dyn Machine) -> Result<Self, Message> {
        let MachineValue::Location(location) =
            ValueExpression::parse(name, machine, None)?.evaluate(machine)?
        else {
            return Err(message!(
                "`{name}` names no place whose changes can be followed",
                name
            ));
        };
        let mut found = Vec::new();
        numbers(machine, location, &mut found);
        if found.len() > WATCHED_NUMBERS_MAX {
            return Err(message!(
                "changes of at most {max:# number|# numbers} are followed",
                max = WATCHED_NUMBERS_MAX
            ));
        }
        Ok(Self {
            name: name.to_owned(),
            location,
        })
    }
}
