//! Programs within files of other languages, for editors.
//!
//! [`sync`] opens, edits and closes the documents of regions as their host changes. A request about a host becomes requests about
//! its regions ([`service`], [`routes`]), whose answers are brought to the places of the host, colours by [`tokens`]. A session
//! without hosts looks at a flag.

mod routes;
mod service;
mod sync;
mod tokens;

pub(super) use service::EmbeddedService;
