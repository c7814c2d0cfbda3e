//! What a caller is told about a call that fails: a number, and a sentence.

use std::cell::RefCell;
use std::ffi::{CString, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

use mnc2_host::device::{Fault, Refused};
use mnc2_text::{Language, Message, message};

/// The numbers of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub(crate) enum Code {
    Device = -1,
    Io = -4,
    Timeout = -5,
    Argument = -7,
    Kernel = -8,
}

/// Why a call failed.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) code: Code,
    pub(crate) reason: Message,
}

impl Failure {
    pub(crate) const fn new(code: Code, reason: Message) -> Self {
        Self { code, reason }
    }

    pub(crate) const fn argument(reason: Message) -> Self {
        Self::new(Code::Argument, reason)
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        let code = match refused.fault {
            Fault::Argument => Code::Argument,
            Fault::Kernel => Code::Kernel,
            Fault::Timeout => Code::Timeout,
        };
        Self::new(code, refused.reason)
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

fn language() -> Language {
    mnc2_program::message::language::install();
    Language::from_variables(|name| std::env::var(name).ok())
}

/// Writes a sentence that is not a failure of a call to standard error.
pub(crate) fn remark(sentence: &Message) {
    eprintln!("mnc2: {}", sentence.say(language()));
}

/// Makes a call. A failure is reported, and becomes the result of `failed`; nothing unwinds into C.
pub(crate) fn call<T>(
    name: &'static str,
    work: impl FnOnce() -> Result<T, Failure>,
    failed: impl FnOnce(c_int) -> T,
) -> T {
    // A panic leaves locks poisoned, which are taken regardless: what they hold is whole after each statement.
    let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(Failure::new(
            Code::Device,
            message!("this is an error in mnc2: please report it"),
        ))
    });
    done.unwrap_or_else(|failure| {
        let said = message!("{call}: {reason}", call = name, reason = failure.reason);
        let said = said.say(language());
        eprintln!("mnc2: {said}");
        LAST.set(CString::new(said.replace('\0', "")).unwrap_or_default());
        failed(failure.code as c_int)
    })
}

/// As [`call`], for calls that return a number.
pub(crate) fn status(name: &'static str, work: impl FnOnce() -> Result<(), Failure>) -> c_int {
    call(name, || work().map(|()| 0), |code| code)
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn mnc2_last_error() -> *const c_char {
    LAST.with_borrow(|last| last.as_ptr())
}
