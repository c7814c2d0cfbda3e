//! The language server as a WebAssembly module, and the debugger in the same one.
//!
//! It serves one page with the same `mnc2_lsp::serve` as the command, on one thread. The page hands over a message, and
//! the server works until it has nothing to do; what it sends meanwhile goes to a function of the page. Files are those
//! that the page gives by WASI. An instance that is a debugger instead has one session of `mnc2_dap::turns`. Elsewhere
//! than in WebAssembly this crate is empty.

#[cfg(target_family = "wasm")]
mod page;
