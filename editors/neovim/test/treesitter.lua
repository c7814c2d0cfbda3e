-- `:TSInstall mnc2` of nvim-treesitter's main branch, whose checkout is $NVIM_TREESITTER: $MNC2_PART `install`
-- installs, and `use` colours a program with what was installed. Started by .ci/neovim with test/init.lua as the
-- user's configuration.

local folder = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2)))
vim.opt.runtimepath:prepend(assert(vim.env.NVIM_TREESITTER))
local site = vim.fs.joinpath(vim.fn.stdpath('data'), 'site')

local fine, problem = pcall(function()
  local treesitter = require('nvim-treesitter')
  treesitter.setup({ install_dir = site })
  if vim.env.MNC2_PART == 'install' then
    assert(treesitter.install({ 'mnc2' }, { summary = true }):wait(120000), 'it was not installed')
    return
  end
  assert(vim.list_contains(treesitter.get_installed(), 'mnc2'), 'it is not among the installed languages')
  local parsers = vim.api.nvim_get_runtime_file('parser/mnc2.so', true)
  assert(vim.startswith(parsers[1] or '', site), 'the parser is another one: ' .. tostring(parsers[1]))
  vim.cmd.edit(vim.fs.joinpath(folder, '../../test/program.vsm'))
  assert(vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()], 'it does not colour')
  vim.treesitter.get_parser(0, 'mnc2'):parse(true)
  local captures = vim.treesitter.get_captures_at_pos(0, 0, 2)
  assert(captures[1] and captures[1].capture == 'comment', vim.inspect(captures))
end)
io.stdout:write(fine and '\nok - ' or '\nnot ok - ', 'nvim-treesitter: ', vim.env.MNC2_PART, fine and '' or ': ' .. problem, '\n')
vim.cmd(fine and 'qall!' or 'cquit! 1')
