//! Listings and streams against runs of the programs themselves.

mod listings;
mod streams;
