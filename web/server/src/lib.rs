//! The language server as a WebAssembly module, and the debugger in the same one.
//!
//! It serves one page with the same `mnc2_lsp::serve` as the command, on one thread. The page passes a message, and the server
//! works until it has nothing to do; its messages are passed to a function of the page. Files are provided by the page over
//! WASI. An instance that is a debugger instead has one session of `mnc2_dap::single_threaded`. On targets other than WebAssembly this
//! crate is empty.

#[cfg(target_family = "wasm")]
mod page;
