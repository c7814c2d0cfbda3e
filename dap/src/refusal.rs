//! Why a request was not done.

use mnc2_text::{Language, Message, message};

use crate::protocol::{ErrorMessage, ErrorResponse};

/// Why a request was not done.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The client has cancelled the request.
    Cancelled,
    /// A reason for the user.
    Because(Message),
    /// The program has an error; with `debugAnyway` it runs up to there.
    Stopped {
        /// The error, with its line.
        reason: Message,
        /// The file with it, if it is not the program.
        file: Option<String>,
        /// Its line, counted from 1.
        line: u32,
    },
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

    /// The reason for the user; `None` if the client has cancelled the request.
    #[must_use]
    pub fn reason(&self) -> Option<Message> {
        match self {
            Self::Cancelled => None,
            Self::Because(message) => Some(message.clone()),
            Self::Stopped { reason, .. } => Some(message!(
                "the program cannot be run: {reason}; with `debugAnyway` it runs up to its first error",
                reason = reason.clone()
            )),
        }
    }

    /// The word or sentence of the response.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        self.reason()
            .map_or_else(|| "cancelled".to_owned(), |it| it.say(language))
    }

    /// The error of the response.
    #[must_use]
    pub fn body(&self, language: Language, show_user: bool) -> ErrorResponse {
        let sentence = self.message(language);
        let mut variables = serde_json::Map::new();
        // The sentence may have braces, which would be places.
        variables.insert("sentence".to_owned(), sentence.into());
        if let Self::Stopped { reason, file, line } = self {
            variables.insert("reason".to_owned(), reason.say(language).into());
            variables.insert("line".to_owned(), line.to_string().into());
            if let Some(file) = file {
                variables.insert("file".to_owned(), file.as_str().into());
            }
        }
        ErrorResponse {
            error: ErrorMessage {
                id: match self {
                    Self::Cancelled => 1,
                    Self::Because(_) => 2,
                    Self::Stopped { .. } => 3,
                },
                format: "{sentence}".to_owned(),
                variables: Some(variables),
                show_user,
            },
        }
    }
}
