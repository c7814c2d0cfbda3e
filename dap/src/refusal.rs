//! Why a request was not done.

use mnc2_asm::{Language, Message, message};

use crate::protocol::{ErrorBody, ErrorMessage};

/// Why a request was not done.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The client does not want it any more.
    Cancelled,
    /// A reason for the user.
    Because(Message),
}

impl From<Message> for Refusal {
    fn from(message: Message) -> Self {
        Self::Because(message)
    }
}

impl Refusal {
    /// There is no program.
    #[must_use]
    pub fn no_program() -> Self {
        message!("no program is being debugged: send `launch` first").into()
    }

    /// The word or sentence of the response.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        match self {
            Self::Cancelled => "cancelled".to_owned(),
            Self::Because(message) => message.say(language),
        }
    }

    /// The error of the response.
    #[must_use]
    pub fn body(&self, language: Language, show_user: bool) -> ErrorBody {
        let sentence = self.message(language);
        let mut variables = serde_json::Map::new();
        // The sentence may have braces, which would be places.
        variables.insert("sentence".to_owned(), sentence.into());
        ErrorBody {
            error: ErrorMessage {
                id: match self {
                    Self::Cancelled => 1,
                    Self::Because(_) => 2,
                },
                format: "{sentence}".to_owned(),
                variables: Some(variables),
                show_user,
            },
        }
    }
}
