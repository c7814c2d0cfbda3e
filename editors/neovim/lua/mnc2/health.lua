-- `:checkhealth mnc2`.

local M = {}

local function check_neovim()
  if vim.fn.has('nvim-0.11') == 1 then
    vim.health.ok('Neovim ' .. tostring(vim.version()))
  else
    vim.health.error('Neovim 0.11 or later is needed')
  end
end

local function check_options()
  local problems = require('mnc2.config').problems()
  for _, problem in ipairs(problems) do
    vim.health.warn(problem, { 'See :help mnc2-options' })
  end
  if #problems == 0 then
    vim.health.ok('vim.g.mnc2 holds known options only')
  end
end

--- Reports a program that can be started, with its version.
---@param program string
local function check_version(program)
  local version = vim.system({ program, '--version' }, { text = true, timeout = 5000 }):wait()
  if version.code == 0 then
    vim.health.ok(('%s: %s'):format(vim.fn.exepath(program), vim.trim(version.stdout)))
  else
    vim.health.warn(('%s does not tell its version'):format(vim.fn.exepath(program)))
  end
end

local function check_server()
  local config = vim.lsp.config.mnc2
  local program = config and type(config.cmd) == 'table' and config.cmd[1]
  if not program then
    vim.health.info('The server is started by a function of your own')
  elseif vim.fn.executable(program) == 0 then
    vim.health.error(('%s cannot be started'):format(program), {
      'Install it from a checkout with `cargo install --path server`,',
      "or name it: vim.lsp.config('mnc2', { cmd = { '/path/to/mnc2-lsp', '--stdio' } })",
    })
  else
    check_version(program)
  end
  local clients = vim.lsp.get_clients({ name = 'mnc2' })
  if #clients == 0 then
    vim.health.info('No server is running; it starts with the first .vsm buffer')
  end
  for _, client in ipairs(clients) do
    vim.health.ok(
      ('Server %d is attached to %d buffer(s)'):format(
        client.id,
        vim.tbl_count(client.attached_buffers)
      )
    )
  end
end

local function check_debugger()
  local dap = require('mnc2.debug').dap()
  if not dap then
    vim.health.info('nvim-dap is not installed; with it programs are debugged')
    return
  end
  -- This page can be opened before the first program.
  require('mnc2.debug').register()
  local adapter = dap.adapters.mnc2
  if type(adapter) ~= 'table' or adapter.type ~= 'executable' then
    vim.health.info('The debug adapter is started in a way of your own')
  elseif vim.fn.executable(adapter.command) == 0 then
    vim.health.error(('%s cannot be started'):format(adapter.command), {
      'Install it from a checkout with `cargo install --path dap`,',
      "or name it in require('dap').adapters.mnc2: see :help mnc2-debug",
    })
  else
    check_version(adapter.command)
  end
end

local function check_parser()
  local parser = require('mnc2.parser')
  local installed, problem = vim.treesitter.language.add('mnc2')
  if not installed then
    vim.health.warn('The tree-sitter parser is not installed: ' .. tostring(problem or 'not found'), {
      'Run :Mnc2BuildParser, which needs a C compiler.',
      'Without it syntax/mnc2.vim gives the base colours.',
    })
    return
  end
  vim.health.ok('The tree-sitter parser is installed')
  for _, name in ipairs({ 'highlights', 'folds', 'indents', 'locals', 'textobjects' }) do
    local fine, query = pcall(vim.treesitter.query.get, 'mnc2', name)
    if not fine then
      vim.health.error(('queries/mnc2/%s.scm does not fit the parser: %s'):format(name, query), {
        parser.grammar() and 'Run :Mnc2BuildParser again.' or 'Update plugin and parser together.',
      })
    elseif not query then
      vim.health.warn(('queries/mnc2/%s.scm is missing'):format(name))
    end
  end
end

function M.check()
  vim.health.start('mnc2: editor')
  check_neovim()
  check_options()
  vim.health.start('mnc2: language server')
  check_server()
  vim.health.start('mnc2: debugger')
  check_debugger()
  vim.health.start('mnc2: tree-sitter parser')
  check_parser()
end

return M
