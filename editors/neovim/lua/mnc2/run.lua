-- Asks the server to run a program to a line, to judge it, and to look at another PE.

local config = require('mnc2.config')
local view = require('mnc2.view')

local M = {}

--- The server's command (docs/protocol.md), which its lenses and code actions contain.
M.command = 'mnc2.runToHere'

--- The result of a run (docs/protocol.md), as far as this plugin uses it.
---@class mnc2.Result
---@field line integer the line executed last, counted from 0
---@field beside { line: integer, text: string }[] what stands beside lines
---@field content string the URI of the page

--- Whether `value` can be shown as a result; an older or newer server may send something else.
---@param value any
---@return boolean
local function is_result(value)
  return type(value) == 'table'
    and type(value.line) == 'number'
    and type(value.beside) == 'table'
    and type(value.content) == 'string'
end

--- The protocol's error codes for a cancelled run, and what happened to it. Cancelling by the client is not among
--- them: Neovim drops that answer.
local given_up = {
  [vim.lsp.protocol.ErrorCodes.ServerCancelled] = 'the run was cancelled',
  [vim.lsp.protocol.ErrorCodes.ContentModified] = 'the run was stopped: the program was edited',
}

--- The run without an answer so far.
---@type { client: vim.lsp.Client, id: integer }?
local running

---@param message string
---@param level integer
local function notify(message, level)
  vim.notify('mnc2: ' .. message, level)
end

---@param bufnr integer
---@return vim.lsp.Client?
local function client_of(bufnr)
  local client = vim.lsp.get_clients({ bufnr = bufnr, name = 'mnc2' })[1]
  if not client then
    notify('no language server is attached to this buffer; see :checkhealth mnc2', vim.log.levels.ERROR)
  end
  return client
end

---@return boolean whether there was a run to give up
local function drop()
  local this = running
  running = nil
  if this then
    this.client:cancel_request(this.id)
  end
  return this ~= nil
end

--- Shows the line that prevented a program from running, like |:make|: in the quickfix list. Says how far the program
--- can be run.
---@param bufnr integer
---@param message string
---@param data { file: string|vim.NIL|nil, line: integer, runnable: integer|vim.NIL|nil }
local function lead_to(bufnr, message, data)
  local item = { lnum = data.line + 1, col = 1, text = message, type = 'E' }
  if type(data.file) == 'string' then
    item.filename = data.file
  else
    item.bufnr = bufnr
  end
  vim.fn.setqflist({}, ' ', { title = 'mnc2', items = { item } })
  vim.cmd('silent! cfirst')
  if type(data.runnable) == 'number' then
    message = ('%s; :Mnc2Run! runs it to line %d, before the error'):format(message, data.runnable + 1)
  end
  notify(message, vim.log.levels.ERROR)
end

---@param client vim.lsp.Client
---@param arguments any[]
---@param kind 'split'|'float'
local function request(client, arguments, kind)
  local wanted = arguments[1] or {}
  if type(wanted.uri) ~= 'string' or type(wanted.line) ~= 'number' then
    notify(M.command .. ' wants an argument { uri, line }', vim.log.levels.ERROR)
    return
  end
  local bufnr = vim.uri_to_bufnr(wanted.uri)
  vim.fn.bufload(bufnr)
  drop()
  local this = { client = client }
  local sent, id = client:request('workspace/executeCommand', {
    command = M.command,
    arguments = arguments,
  }, function(err, result)
    if running == this then
      running = nil
    end
    if err then
      local reason = given_up[err.code]
      local message = ('the program did not run to line %d: %s'):format(wanted.line + 1, err.message)
      if reason then
        notify(reason, vim.log.levels.INFO)
      elseif type(err.data) == 'table' and type(err.data.line) == 'number' then
        lead_to(bufnr, message, err.data)
      else
        notify(message, vim.log.levels.ERROR)
      end
    elseif not is_result(result) then
      notify('the server answered something this plugin does not know', vim.log.levels.ERROR)
    else
      client:request('mnc2/textDocumentContent', { uri = result.content }, function(problem, page)
        if problem then
          notify('the dump cannot be read: ' .. problem.message, vim.log.levels.ERROR)
        elseif vim.api.nvim_buf_is_valid(bufnr) then
          view.show(bufnr, result, vim.split(vim.trim(page.text), '\n'), kind)
        end
      end, bufnr)
    end
  end, bufnr)
  if sent then
    this.id = id
    running = this
  end
end

--- Runs the program in the current buffer to `line`, counted from 1.
---@param line integer
---@param kind? 'split'|'float'
---@param anyway? boolean where an error keeps the line from being reached, run to the last statement before it
function M.to_line(line, kind, anyway)
  local bufnr = vim.api.nvim_get_current_buf()
  local client = client_of(bufnr)
  if client then
    local arguments = { { uri = vim.uri_from_bufnr(bufnr), line = line - 1, anyway = anyway or false } }
    request(client, arguments, kind or config.get().view)
  end
end

--- Handles the command of a lens or code action; see |vim.lsp.commands|.
---@param command lsp.Command
---@param context { client_id: integer, bufnr: integer }
function M.handle(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if client then
    request(client, command.arguments or {}, config.get().view)
  end
end

--- Runs the whole program in the current buffer.
---@param kind? 'split'|'float'
---@param anyway? boolean as for |mnc2.run.to_line|
function M.file(kind, anyway)
  M.to_line(math.max(1, vim.fn.prevnonblank('$')), kind, anyway)
end

--- Judges the program in the current buffer; the server shows the verdict.
---@param testcase? string the path of a testcase; without it the one that the project names, or the one beside it
function M.judge(testcase)
  local bufnr = vim.api.nvim_get_current_buf()
  local client = client_of(bufnr)
  if not client then
    return
  end
  local argument = { uri = vim.uri_from_bufnr(bufnr) }
  if testcase and testcase ~= '' then
    argument.testcase = vim.uri_from_fname(vim.fs.abspath(testcase))
  end
  client:request('workspace/executeCommand', { command = 'mnc2.judge', arguments = { argument } }, function(err)
    if err then
      notify('the program was not judged: ' .. err.message, vim.log.levels.ERROR)
    end
  end, bufnr)
end

--- Cancels the run without an answer so far, if there is one, and says so.
function M.cancel()
  if drop() then
    notify('the run was cancelled', vim.log.levels.INFO)
  end
end

--- Shows the element in focus, or sets another one, such as `n0c1b2m3p0`.
---@param focus? string
function M.focus(focus)
  local client = client_of(vim.api.nvim_get_current_buf())
  if not client then
    return
  end
  local settings = vim.deepcopy(client.settings or {})
  settings.mnc2 = settings.mnc2 or {}
  if not focus or focus == '' then
    notify('the focus is ' .. tostring(settings.mnc2.focus), vim.log.levels.INFO)
    return
  end
  if not (focus:match('^n%d[cbmpn%d]*$') or focus:match('^[cbmp]%d[bmp%d]*$')) then
    notify('give group, L2B, L1B, MAB and PE, as in n0c0b0m0p0', vim.log.levels.ERROR)
    return
  end
  settings.mnc2.focus = focus
  client.settings = settings
  client:notify('workspace/didChangeConfiguration', { settings = settings })
end

return M
