//! The grammar, its queries and the generated parser.

mod captures;
mod corpus;
mod damage;
mod generated;
mod isolation;
mod public_programs;
mod queries;
mod text;
