-- Buffer options of MN-Core 2 assembly.

if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

vim.bo.commentstring = '# %s'
vim.bo.comments = ':#'
vim.bo.expandtab = true
vim.bo.shiftwidth = 4
vim.b.undo_ftplugin = 'setlocal commentstring< comments< expandtab< shiftwidth<'

-- If the parser is installed, it colours the program; otherwise syntax/mnc2.vim does.
if vim.treesitter.language.add('mnc2') then
  vim.treesitter.start(0, 'mnc2')
  vim.b.undo_ftplugin = vim.b.undo_ftplugin .. ' | lua vim.treesitter.stop()'
end
