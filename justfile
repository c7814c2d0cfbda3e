# What can be done with this checkout: `just` lists it (https://just.systems). Scripts install what they need below target/,
# and packages of Debian where they say so. Each script's head tells its arguments.

# Lists the recipes
default:
    @just --list --unsorted

# Everything that must hold before a change lands; installs what it needs (40 minutes)
[group('every change')]
gate:
    .ci/run

# Format, lints, and the tests of the crates that most changes touch
[group('every change')]
quick:
    cargo fmt --all -- --check
    cargo clippy --workspace --all-targets -- -D warnings
    cargo test --package mnc2-text --package mnc2-isa --package mnc2-asm --package mnc2-assist --package mnc2-words

# Writes what is generated: tables, manifests, outputs in pages, expected texts
[group('every change')]
fresh:
    UPDATE_EXPECT=1 cargo test --workspace

# VS Code's extension, in its own workbench in Chromium; needs npm
[group('editors')]
vscode:
    .ci/vscode

# The same extension in VS Code for the Web; needs npm, and `just wasm`
[group('editors')]
vscode-web:
    .ci/vscode-web

# The plugin in two versions of Neovim
[group('editors')]
neovim:
    .ci/neovim

# Helix with the debugger, in tmux
[group('editors')]
helix:
    .ci/helix

# Emacs 30 with Eglot and dape
[group('editors')]
emacs:
    .ci/emacs

# Programs typed key by key in Neovim, Helix and Emacs; after the three above
[group('editors')]
typing *EDITORS:
    .ci/typing {{EDITORS}}

# `editors/try`, as a new user starts it; after the editors above
[group('editors')]
try:
    .ci/try

# The server driven by a strict client as four editors drive it; needs Python
[group('editors')]
strict-client *ARGUMENTS:
    .ci/strict-client {{ARGUMENTS}}

# The debug adapter's messages, validated against the published schema; needs Python
[group('editors')]
dap:
    .ci/dap

# The server as a WebAssembly module; needs Debian testing's compilers (10 minutes)
[group('page')]
wasm FOLDER='target/web':
    .ci/wasm {{FOLDER}}

# The protocol's tests with that module; needs npm
[group('page')]
wasm-protocol:
    .ci/wasm-protocol

# The playground in Chromium and Firefox; needs npm and the module
[group('page')]
web *ARGUMENTS:
    .ci/web {{ARGUMENTS}}

# The book, built and looked at in Chromium
[group('page')]
book *FOLDER:
    .ci/book {{FOLDER}}

# Completions in real shells, manual pages in a real reader
[group('command line and Python')]
shells:
    .ci/shells

# Arrays of a real NumPy, through the machine and back; needs Python
[group('command line and Python')]
numpy:
    .ci/numpy

# Traces in the viewer of Perfetto, in Chromium
[group('command line and Python')]
trace *FOLDER:
    .ci/trace {{FOLDER}}

# The Python package in a fresh environment
[group('command line and Python')]
python:
    .ci/python

# Licences, bans and sources of the dependencies; `advisories` asks for known vulnerabilities
[group('crates and releases')]
deny *ARGUMENTS:
    .ci/deny {{ARGUMENTS}}

# Crates that are published can be packed
[group('crates and releases')]
crates:
    .ci/crates

# What is public in the crates, beside the last release
[group('crates and releases')]
semver *REVISION:
    .ci/semver {{REVISION}}

# The files of a release for a platform
[group('crates and releases')]
dist *ARGUMENTS:
    .ci/dist {{ARGUMENTS}}

# The Homebrew formula of a release
[group('crates and releases')]
formula FOLDER VERSION:
    .ci/formula {{FOLDER}} {{VERSION}}

# The files of a release are the same in two places
[group('crates and releases')]
packed-alike FOLDER *ARGUMENTS:
    .ci/packed-alike {{FOLDER}} {{ARGUMENTS}}

# A rehearsal of a release, or with --tag the release
[group('crates and releases')]
make-release *ARGUMENTS:
    .ci/make-release {{ARGUMENTS}}

# The steps of the workflow of examples/template, with a wheel
[group('crates and releases')]
template WHEEL:
    .ci/template {{WHEEL}}

# The files of a release in FOLDER, installed into fresh folders and tried
[group('crates and releases')]
artefacts FOLDER='dist':
    .ci/artefacts {{FOLDER}}

# What others install from this repository: workflows, the action, hooks
[group('crates and releases')]
release:
    .ci/release

# Hours of edits in every language; the server's memory must not grow
[group('slow and rare')]
endurance *SECONDS:
    .ci/endurance {{SECONDS}}

# Host programs of the unofficial SDK, fetched, over `mnc2 emu` and the library for C; needs a network
[group('slow and rare')]
hosts *NAMES:
    .ci/hosts {{NAMES}}

# Changes of the sources that no test notices; needs cargo-mutants
[group('slow and rare')]
mutants *ARGUMENTS:
    .ci/mutants {{ARGUMENTS}}

# Instructions of a step over the whole chip; needs Valgrind
[group('slow and rare')]
instructions:
    .ci/instructions

# All pictures of docs/images anew: the two below, and a trace in the viewer of Perfetto
[group('pictures')]
pictures:
    .ci/pictures

# Pictures of VS Code for docs/images
[group('pictures')]
vscode-pictures *ARGUMENTS:
    .ci/vscode-screenshot {{ARGUMENTS}}

# Pictures of Neovim for docs/images
[group('pictures')]
neovim-pictures *FOLDER:
    .ci/neovim-screenshot {{FOLDER}}
