-- What exists from the start of Neovim: commands, the handler of the server's command, and the server itself.
-- Everything else is loaded at its first use.

if vim.g.loaded_mnc2 then
  return
end
vim.g.loaded_mnc2 = true

if vim.fn.has('nvim-0.11') == 0 then
  vim.notify('mnc2: Neovim 0.11 or later is needed', vim.log.levels.ERROR)
  return
end

vim.api.nvim_set_hl(0, 'Mnc2Value', { link = 'DiagnosticVirtualTextInfo', default = true })
vim.api.nvim_set_hl(0, 'Mnc2Binding', { link = 'LspReferenceText', default = true })
vim.api.nvim_set_hl(0, 'Mnc2Reached', { link = 'CursorLine', default = true })

-- Code blocks in explanations are named after the file type of programs.
vim.treesitter.language.register('mnc2', { 'mnc2', 'vsm' })

vim.lsp.commands['mnc2.runToHere'] = function(command, context)
  require('mnc2.run').handle(command, context)
end

vim.lsp.commands['mnc2.explain'] = function(command, context)
  require('mnc2.explain').handle(command, context)
end

for _, name in ipairs({ 'mnc2.shorten', 'mnc2.whyNoShorter' }) do
  vim.lsp.commands[name] = function(command, context)
    require('mnc2.shorten').handle(command, context)
  end
end

--- Where a command shows the dump: its argument; nil is the default of the options.
---@param options { args: string }
---@param run fun(kind: 'split'|'float'|nil)
local function shown_in(options, run)
  local kind = options.args ~= '' and options.args or nil
  if kind and kind ~= 'split' and kind ~= 'float' then
    vim.notify("mnc2: show the dump in a 'split' or a 'float'", vim.log.levels.ERROR)
  else
    run(kind)
  end
end

local function kinds()
  return { 'split', 'float' }
end

vim.api.nvim_create_user_command('Mnc2RunToHere', function(options)
  shown_in(options, function(kind)
    require('mnc2.run').to_line(options.line2, kind, options.bang)
  end)
end, { desc = 'Run the program to this line and show its dump', range = true, bang = true, nargs = '?', complete = kinds })

vim.api.nvim_create_user_command('Mnc2Run', function(options)
  shown_in(options, function(kind)
    require('mnc2.run').file(kind, options.bang)
  end)
end, { desc = 'Run the whole program and show its dump', bang = true, nargs = '?', complete = kinds })

vim.api.nvim_create_user_command('Mnc2Judge', function(options)
  require('mnc2.run').judge(options.args)
end, { desc = 'Judge the program by a testcase', nargs = '?', complete = 'file' })

vim.api.nvim_create_user_command('Mnc2JudgeAll', function()
  require('mnc2.solutions').judge_all()
end, { desc = 'Judge all programs of the workspace by their testcases' })

--- Defines a command that searches in its range, or in the whole program without one.
---@param name string
---@param searches 'shorten'|'why'
---@param description string
local function define_search(name, searches, description)
  vim.api.nvim_create_user_command(name, function(options)
    local shorten = require('mnc2.shorten')
    local is_ranged = options.range > 0
    shorten.search(shorten.commands[searches], is_ranged and options.line1 or nil, is_ranged and options.line2 or nil)
  end, { desc = description, range = true })
end

define_search('Mnc2Shorten', 'shorten', 'Search for a shorter order of these lines, or of the program')
define_search('Mnc2WhyNoShorter', 'why', 'Say why no order of these lines, or of the program, is shorter')

vim.api.nvim_create_user_command('Mnc2Dump', function(options)
  shown_in(options, require('mnc2.view').open)
end, { desc = 'Show the dump of the last run again', nargs = '?', complete = kinds })

vim.api.nvim_create_user_command('Mnc2Word', function()
  require('mnc2.words').show()
end, { desc = 'Show the instruction word of the step in this line' })

vim.api.nvim_create_user_command('Mnc2Disassemble', function(options)
  require('mnc2.words').disassemble(options.args)
end, { desc = 'Show output of the assembler as text', nargs = '?', complete = 'file' })

vim.api.nvim_create_user_command('Mnc2Cancel', function()
  require('mnc2.run').cancel()
  if require('mnc2.shorten').cancel() then
    vim.notify('mnc2: the search was cancelled')
  end
  if require('mnc2.solutions').cancel() then
    vim.notify('mnc2: judging was cancelled')
  end
end, { desc = 'Give up the run, search or judgements that are under way' })

vim.api.nvim_create_user_command('Mnc2Clear', function()
  require('mnc2.view').clear(0)
  require('mnc2.shorten').clear(0)
end, { desc = 'Take the values of the last run, and the marks of the last search, away' })

vim.api.nvim_create_user_command('Mnc2Focus', function(options)
  require('mnc2.run').focus(options.args)
end, { desc = 'Show or choose the PE whose values a run shows', nargs = '?' })

vim.api.nvim_create_user_command('Mnc2BuildParser', function(options)
  local parser = require('mnc2.parser')
  local grammar = options.args ~= '' and vim.fs.abspath(options.args) or parser.grammar()
  if not grammar then
    vim.notify('mnc2: give the folder tree-sitter-mnc2 of a checkout', vim.log.levels.ERROR)
    return
  end
  local problem = parser.build(grammar)
  if problem then
    vim.notify('mnc2: the parser was not built: ' .. problem, vim.log.levels.ERROR)
  else
    vim.notify('mnc2: built ' .. parser.target() .. '; buffers opened from now on use it')
  end
end, { desc = 'Compile the tree-sitter parser', nargs = '?', complete = 'dir' })

local group = vim.api.nvim_create_augroup('mnc2', {})

vim.api.nvim_create_autocmd('BufReadCmd', {
  group = group,
  -- Before 0.12 a scheme with a digit is none for the editor, so it puts the folder before it.
  pattern = { 'mnc2-disassembly:/*', '*/mnc2-disassembly:/*' },
  callback = function(event)
    require('mnc2.words').read(event.buf, event.match:match('mnc2%-disassembly:.*'))
  end,
})

vim.api.nvim_create_autocmd('User', {
  group = group,
  pattern = 'TSUpdate',
  callback = function()
    require('mnc2.parser').register()
  end,
})

-- Not before the first program: other plugins may be loaded late.
vim.api.nvim_create_autocmd('FileType', {
  group = group,
  pattern = vim.list_extend({ 'mnc2' }, require('mnc2.languages').others),
  callback = function()
    require('mnc2.debug').register()
  end,
})

-- Programs as bytes are shown as their listings.
vim.api.nvim_create_autocmd('BufReadCmd', {
  group = group,
  pattern = vim.tbl_map(function(extension)
    return '*.' .. extension
  end, vim.tbl_keys(require('mnc2.languages').binary)),
  callback = function(event)
    require('mnc2.listing').read(event.buf)
  end,
})

vim.api.nvim_create_autocmd('LspAttach', {
  group = group,
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if not client or client.name ~= 'mnc2' then
      return
    end
    local config = require('mnc2.config').get()
    if config.completion then
      -- Without `noselect` Enter accepts the first entry of the list, and the next key goes into its text.
      vim.bo[event.buf].completeopt = 'menuone,noselect,popup'
      vim.lsp.completion.enable(true, client.id, event.buf, { autotrigger = true })
    end
    if not config.codelens then
      return
    end
    if vim.lsp.codelens.enable then
      -- Neovim 0.12 and later refresh them themselves.
      vim.lsp.codelens.enable(true, { bufnr = event.buf })
      return
    end
    local function refresh()
      vim.lsp.codelens.refresh({ bufnr = event.buf })
    end
    vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'TextChanged' }, {
      group = vim.api.nvim_create_augroup('mnc2.codelens.' .. event.buf, {}),
      buffer = event.buf,
      callback = refresh,
    })
    refresh()
  end,
})

if require('mnc2.config').get().enable then
  vim.lsp.enable('mnc2')
end
