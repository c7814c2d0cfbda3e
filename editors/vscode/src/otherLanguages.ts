// Written by `tests/tests/manifests.rs` from the list of languages.

/** The languages that the server supports besides MN-Core 2. */
export const OTHER_LANGUAGES = ["naplespu", "rvmatrix", "tensil", "tinytc"];
