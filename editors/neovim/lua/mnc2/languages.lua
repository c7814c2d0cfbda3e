-- Written by `tests/tests/manifests.rs` from the list of languages.

return {
  -- The languages that the server knows besides MN-Core 2, which are file types.
  others = { 'naplespu', 'rvmatrix', 'tensil', 'tinytc' },
  -- File types by extension.
  extension = { tasm = 'tensil', tarch = 'json', tmodel = 'json' },
  -- Those of the listings of programs as bytes.
  binary = { tprog = 'tensil' },
}
