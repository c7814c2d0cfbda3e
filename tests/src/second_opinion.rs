//! A second opinion on what can share a step and on how far apart steps must be, written from the manual's text alone:
//! slow, plain, and sharing nothing with the tools but the language.
//!
//! It parses the text itself ([`parse`]), lists the conditions of manual 3.6.4 that a step breaks ([`coissue`]) and the pairs
//! of statements that manual 3.6.3 forbids ([`distances`]). Tests compare the checker and the emulator's strict mode with it. It
//! supports only programs in which each single expression is correct, and reports a line that it cannot parse.

pub mod coissue;
pub mod distances;
pub mod parse;
