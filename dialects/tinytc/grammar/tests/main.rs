//! The grammar, its queries and the generated parser.

mod corpus;
mod generated;
mod public;
mod queries;
