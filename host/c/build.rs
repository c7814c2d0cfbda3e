//! Names the shared library, so that programs find it by this name in any folder and not where it was built.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let name = match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("macos") => "-install_name,@rpath/libmnc2emu.dylib",
        Ok("linux") => "-soname,libmnc2emu.so",
        _ => return,
    };
    println!("cargo::rustc-cdylib-link-arg=-Wl,{name}");
}
