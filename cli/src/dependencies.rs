//! Nothing: a package depends on this library to be compiled with the dependencies of the command (`python/Cargo.toml`).
