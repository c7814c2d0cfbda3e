-- The tree-sitter parser: compiles it from a checkout, and registers it with nvim-treesitter.

local M = {}

--- The grammar's folder if the plugin is used from a checkout, otherwise nil.
---@return string?
function M.grammar()
  local here = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2)))
  local grammar = vim.fs.normalize(vim.fs.joinpath(here, '../../../../tree-sitter-mnc2'))
  return vim.uv.fs_stat(vim.fs.joinpath(grammar, 'src/parser.c')) and grammar or nil
end

--- Where Neovim finds the parser: a folder of the default 'runtimepath'.
---@return string
function M.target()
  return vim.fs.joinpath(vim.fn.stdpath('data') --[[@as string]], 'site/parser/mnc2.so')
end

--- Compiles the parser in `grammar` to |M.target|.
---@param grammar string
---@return string? problem
function M.build(grammar)
  local compiler = vim.env.CC or 'cc'
  if vim.fn.executable(compiler) == 0 then
    return ('no C compiler: %s cannot be started'):format(compiler)
  end
  local target = M.target()
  vim.fn.mkdir(vim.fs.dirname(target), 'p')
  local source = vim.fs.joinpath(grammar, 'src')
  local command = { compiler, '-shared', '-fPIC', '-O2', '-I', source, '-o', target }
  for _, file in ipairs({ 'parser.c', 'scanner.c' }) do
    local path = vim.fs.joinpath(source, file)
    if vim.uv.fs_stat(path) then
      table.insert(command, path)
    end
  end
  local outcome = vim.system(command, { text = true, timeout = 120000 }):wait()
  -- Neovim caches the folders of 'runtimepath' until it is set.
  vim.o.runtimepath = vim.o.runtimepath
  return outcome.code ~= 0 and (outcome.stderr or 'the compiler failed') or nil
end

--- Registers the parser with the main branch of nvim-treesitter, for its `:TSInstall mnc2`.
function M.register()
  local found, parsers = pcall(require, 'nvim-treesitter.parsers')
  local grammar = M.grammar()
  if found and grammar then
    parsers.mnc2 = { install_info = { path = grammar } }
  end
end

return M
