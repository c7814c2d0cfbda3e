-- Asks the server for a shorter order of some lines, or why no order is shorter: shows the change as a diff before it is
-- made, and marks the lines that no order can shorten.

local M = {}

--- The server's commands (docs/protocol.md), which its lenses and code actions contain.
M.commands = { shorten = 'mnc2.shorten', why = 'mnc2.whyNoShorter' }

--- The result of a search (docs/protocol.md), as far as this plugin uses it.
---@class mnc2.Shortened
---@field message string
---@field binding { line: integer, text: string }[] lines that no order can shorten
---@field rules { line: integer, text: string }[]? the rules that wrote the proposal, each with a line to explain it at
---@field edit lsp.WorkspaceEdit?

local namespace = vim.api.nvim_create_namespace('mnc2.binding')

--- The search without an answer so far.
---@type { client: vim.lsp.Client, id: integer }?
local running

---@param message string
---@param level integer
local function notify(message, level)
  vim.notify('mnc2: ' .. message, level)
end

--- Takes the marks of a buffer away.
---@param bufnr integer
function M.clear(bufnr)
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
end

--- Marks lines until the text changes, and puts them into the quickfix list.
---@param bufnr integer
---@param result mnc2.Shortened
local function mark(bufnr, result)
  M.clear(bufnr)
  local items = {}
  for _, one in ipairs(result.binding) do
    vim.api.nvim_buf_set_extmark(bufnr, namespace, one.line, 0, {
      line_hl_group = 'Mnc2Binding',
      virt_text = { { one.text, 'Mnc2Value' } },
    })
    table.insert(items, { bufnr = bufnr, lnum = one.line + 1, col = 1, text = one.text, type = 'I' })
  end
  if #items > 0 then
    vim.fn.setqflist({}, ' ', { title = 'mnc2: ' .. result.message, items = items })
    vim.api.nvim_buf_attach(bufnr, false, {
      on_lines = function()
        vim.schedule(function()
          if vim.api.nvim_buf_is_valid(bufnr) then
            M.clear(bufnr)
          end
        end)
        return true
      end,
    })
  end
end

--- Explains the rules that wrote a proposal next to lines of the program.
---@param bufnr integer
---@param result mnc2.Shortened
local function explain(bufnr, result)
  M.clear(bufnr)
  for _, rule in ipairs(result.rules or {}) do
    vim.api.nvim_buf_set_extmark(bufnr, namespace, rule.line, 0, { virt_text = { { rule.text, 'Mnc2Value' } } })
  end
end

--- Shows the text after an edit next to the program, as a diff, and asks whether to make it.
---@param client vim.lsp.Client
---@param bufnr integer
---@param result mnc2.Shortened
local function propose(client, bufnr, result)
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  local preview = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(preview, 0, -1, false, vim.api.nvim_buf_get_lines(bufnr, 0, -1, false))
  local edits = {}
  for _, document in ipairs(result.edit.documentChanges or {}) do
    vim.list_extend(edits, document.edits)
  end
  for _, of_document in pairs(result.edit.changes or {}) do
    vim.list_extend(edits, of_document)
  end
  vim.lsp.util.apply_text_edits(edits, preview, client.offset_encoding)
  vim.bo[preview].bufhidden = 'wipe'
  vim.bo[preview].modifiable = false
  vim.bo[preview].syntax = 'mnc2'
  local window = vim.fn.bufwinid(bufnr)
  local beside = window ~= -1 and vim.api.nvim_open_win(preview, false, { split = 'right', win = window })
  if beside then
    for _, one in ipairs({ window, beside }) do
      vim.api.nvim_win_call(one, vim.cmd.diffthis)
    end
    explain(bufnr, result)
    vim.cmd.redraw()
  end
  vim.ui.select({ 'Apply', 'Discard' }, { prompt = result.message }, function(choice)
    if beside and vim.api.nvim_win_is_valid(beside) then
      vim.api.nvim_win_call(window, vim.cmd.diffoff)
      vim.api.nvim_win_close(beside, true)
    end
    if vim.api.nvim_buf_is_valid(bufnr) then
      M.clear(bufnr)
    end
    if choice ~= 'Apply' then
      return
    end
    if not vim.api.nvim_buf_is_valid(bufnr) or vim.api.nvim_buf_get_changedtick(bufnr) ~= tick then
      notify('the program was edited, so nothing was changed', vim.log.levels.WARN)
    else
      vim.lsp.util.apply_text_edits(edits, bufnr, client.offset_encoding)
    end
  end)
end

---@param client vim.lsp.Client
---@param command string
---@param argument { uri: string, first?: integer, last?: integer }
local function request(client, command, argument)
  local bufnr = vim.uri_to_bufnr(argument.uri)
  vim.fn.bufload(bufnr)
  M.cancel()
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  local this = { client = client }
  local sent, id = client:request('workspace/executeCommand', {
    command = command,
    arguments = { vim.tbl_extend('force', argument, { apply = false }) },
  }, function(err, result)
    if running == this then
      running = nil
    end
    if err and err.code == vim.lsp.protocol.ErrorCodes.ContentModified then
      notify('the search was stopped: the program was edited', vim.log.levels.INFO)
    elseif err and err.code == vim.lsp.protocol.ErrorCodes.ServerCancelled then
      notify('the search was cancelled', vim.log.levels.INFO)
    elseif err then
      notify(err.message, vim.log.levels.ERROR)
    elseif not vim.api.nvim_buf_is_valid(bufnr) or vim.api.nvim_buf_get_changedtick(bufnr) ~= tick then
      notify('the search was stopped: the program was edited', vim.log.levels.INFO)
    elseif type(result.edit) == 'table' then
      propose(client, bufnr, result)
    else
      mark(bufnr, result)
      notify(result.message, vim.log.levels.INFO)
    end
  end, bufnr)
  if sent then
    this.id = id
    running = this
  end
end

--- Cancels the search without an answer so far.
---@return boolean whether there was one
function M.cancel()
  local this = running
  running = nil
  if this then
    this.client:cancel_request(this.id)
  end
  return this ~= nil
end

--- Handles the command of a lens or code action; see |vim.lsp.commands|.
---@param command lsp.Command
---@param context { client_id: integer, bufnr: integer }
function M.handle(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if client then
    request(client, command.command, (command.arguments or {})[1] or {})
  end
end

--- Searches in lines of the current buffer, counted from 1, or in the whole program.
---@param command string
---@param first? integer
---@param last? integer
function M.search(command, first, last)
  local bufnr = vim.api.nvim_get_current_buf()
  local client = vim.lsp.get_clients({ bufnr = bufnr, name = 'mnc2' })[1]
  if not client then
    notify('no language server is attached to this buffer; see :checkhealth mnc2', vim.log.levels.ERROR)
    return
  end
  request(client, command, {
    uri = vim.uri_from_bufnr(bufnr),
    first = first and first - 1,
    last = last and last - 1,
  })
end

return M
