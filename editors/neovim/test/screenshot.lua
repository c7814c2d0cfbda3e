-- Brings Neovim, in a terminal, into the states to take pictures of. Started by .ci/neovim-screenshot, which takes the
-- picture when the file named by $MNC2_READY appears, and then deletes that file.

local ready = assert(vim.env.MNC2_READY, 'MNC2_READY is not set')
local patience = 20000

vim.o.termguicolors = true
vim.o.background = 'dark'
vim.cmd.colorscheme('retrobox')
vim.o.number = true
vim.o.signcolumn = 'yes'
vim.o.showmode = false
vim.o.laststatus = 2
vim.diagnostic.config({ virtual_text = true, underline = true })

local function await(what, condition)
  if not vim.wait(patience, condition, 20) then
    io.stderr:write(what, ' did not happen\n')
    vim.cmd('cquit! 1')
  end
end

local function picture(name)
  -- Otherwise parsing continues in the background, and colours come later.
  vim.treesitter.get_parser(vim.fn.bufnr('first.vsm'), 'mnc2'):parse(true)
  vim.cmd('redraw!')
  vim.api.nvim__redraw({ cursor = true, flush = true })
  vim.fn.writefile({ name }, ready)
  await('the picture', function()
    return vim.fn.filereadable(ready) == 0
  end)
end

local function float()
  return vim.iter(vim.api.nvim_list_wins()):find(function(window)
    return vim.api.nvim_win_get_config(window).relative ~= ''
  end)
end

-- After the user's first screen, so that everything has its size.
vim.api.nvim_create_autocmd('VimEnter', {
  callback = vim.schedule_wrap(function()
    vim.cmd('silent Mnc2BuildParser')
    vim.cmd.edit(vim.env.MNC2_PROGRAM)
    await('a diagnostic', function()
      return #vim.diagnostic.get(0) > 0
    end)
    await('a lens', function()
      return #vim.lsp.codelens.get(0) > 0
    end)
    local sum = vim.fn.search('^ladd')
    vim.api.nvim_win_set_cursor(0, { sum, #'ladd $lm0 $lm0 $' })
    vim.lsp.buf.hover({ border = 'rounded', max_width = 84, max_height = 16 })
    await('the hover window', float)
    picture('neovim')

    vim.api.nvim_win_close(float(), true)
    vim.cmd('silent %substitute/lm1/lm0/')
    await('the diagnostics going away', function()
      return #vim.diagnostic.get(0) == 0
    end)
    vim.cmd('silent $')
    vim.cmd('Mnc2RunToHere')
    await('the dump', function()
      return require('mnc2.view').page(0 + vim.fn.bufnr()) ~= nil
    end)
    picture('neovim-run')
    vim.cmd('qall!')
  end),
})
