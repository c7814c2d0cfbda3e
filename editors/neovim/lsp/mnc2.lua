-- How Neovim starts the language server. Change any part with `vim.lsp.config('mnc2', { ... })`.

---@type vim.lsp.Config
return {
  cmd = { 'mnc2-lsp', '--stdio' },
  -- The last ones have programs in them: raw strings, `asm`, code blocks, machine code.
  filetypes = vim.list_extend(
    { 'mnc2', 'mnc2output', 'c', 'cpp', 'cuda', 'python', 'markdown', 'objdump' },
    require('mnc2.languages').others
  ),
  -- The plugin shows values beside their lines itself, so the server sends no hints for them.
  capabilities = { experimental = { mnc2 = { showsValues = true, showsPages = true } } },
  root_markers = { 'mnc2.toml', 'testcase.vsm', '.git' },
  settings = {
    mnc2 = {
      -- The PE whose values are shown after a run to a line.
      focus = 'n0c0b0m0p0',
      -- What is shown beside the lines: the values of a run, and inlay hints (`:help vim.lsp.inlay_hint`) with the
      -- step ('off' or 'everyLine'), addresses of each cycle, and the first step in which a result
      -- can be read.
      inlayHints = { values = true, steps = 'off', addresses = false, readable = false },
      -- Whether programs in files of C++, C, Python and Markdown are checked and explained.
      embedded = true,
      -- A search for a shorter program: what may change ('order', 'forwarding', 'renaming', 'merging' or 'unit'), and for how many seconds.
      shorten = { level = 'forwarding', time = 20, ranges = false },
      -- Left to the project's mnc2.toml unless set here:
      -- profile = 'assembler', 'hardware' or 'contest': the target of programs,
      -- mode = 'auto', 'flat', or 'infer' (flat if a flat list occurs): the instruction mode,
      -- levels = { E1010 = 'warning' }: the severity of codes,
      -- clockMhz = 750: the clock, in MHz, at which times are estimated.
      -- architecture = 'pynqz1.tarch': the machine of Tensil listings; without it, the file beside the listing counts.
    },
  },
}
