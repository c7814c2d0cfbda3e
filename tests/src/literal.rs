//! A second opinion on what can share a step and on how far apart steps must be, written from the manual's text alone:
//! slow, plain, and sharing nothing with the tools but the language.
//!
//! It parses the text itself ([`read`]), lists the conditions of manual 3.6.4 that a step breaks ([`together`]) and
//! the pairs of statements that manual 3.6.3 forbids ([`apart`]). Tests compare the checker and the emulator's strict
//! mode with it. It knows only programs whose every expression is right by itself, and reports what it cannot parse.

pub mod apart;
pub mod read;
pub mod together;
