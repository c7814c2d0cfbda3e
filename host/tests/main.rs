//! Listings and streams against runs of the programs themselves.

mod linked;
mod listings;
mod streams;
