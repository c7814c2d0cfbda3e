-- Shows the instruction word of a step in a float, and the assembler's output as text.

local M = {}

--- The scheme of buffers that show a file as text.
M.scheme = 'mnc2-disassembly'

--- How a field is known, and how that looks.
local looks = { known = 'DiagnosticOk', inferred = 'DiagnosticWarn', unknown = 'DiagnosticError' }

local namespace = vim.api.nvim_create_namespace('mnc2.words')

--- Longest wait for a server that was just started, in milliseconds.
local patience = 5000

---@param message string
---@param level integer
local function notify(message, level)
  vim.notify('mnc2: ' .. message, level)
end

--- A server: that of the buffer, otherwise any, otherwise a new one.
---@return vim.lsp.Client?
local function client()
  local found = vim.lsp.get_clients({ bufnr = 0, name = 'mnc2' })[1] or vim.lsp.get_clients({ name = 'mnc2' })[1]
  if found then
    return found
  end
  local id = vim.lsp.start(vim.lsp.config.mnc2, { attach = false })
  found = id and vim.lsp.get_client_by_id(id)
  if found and vim.wait(patience, function()
    return found.initialized
  end, 20) then
    return found
  end
  notify('the language server does not start; see :checkhealth mnc2', vim.log.levels.ERROR)
end

---@param field { high: integer, low: integer, name: string, content: integer|vim.NIL, status: string, there: integer|vim.NIL }
---@return string[]
local function cells(field)
  local bits = field.high == field.low and tostring(field.high) or ('%d:%d'):format(field.high, field.low)
  local function number(value)
    return type(value) == 'number' and ('0x%x'):format(value) or nil
  end
  local there = number(field.there)
  return { bits, field.name, number(field.content) or '?', field.status, there and ('≠ ' .. there) or '' }
end

--- Shows the word of the step in the line of the cursor.
function M.show()
  local bufnr = vim.api.nvim_get_current_buf()
  local server = vim.lsp.get_clients({ bufnr = bufnr, name = 'mnc2' })[1]
  if not server then
    notify('no language server is attached to this buffer; see :checkhealth mnc2', vim.log.levels.ERROR)
    return
  end
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  server:request('mnc2/word', {
    textDocument = { uri = vim.uri_from_bufnr(bufnr) },
    line = line,
  }, function(problem, word)
    if problem then
      notify(problem.message, vim.log.levels.ERROR)
    elseif type(word) ~= 'table' or type(word.fields) ~= 'table' then
      notify('this line has no word that is known', vim.log.levels.INFO)
    else
      M.open(word)
    end
  end, bufnr)
end

--- Opens the float with a word.
---@param word { hexadecimal: string, fields: table[], output: table|vim.NIL }
---@return integer bufnr
function M.open(word)
  local rows, certainties, widths = {}, {}, {}
  for _, field in ipairs(word.fields) do
    if field.used then
      local row = cells(field)
      table.insert(rows, row)
      table.insert(certainties, field.certainty)
      for column, text in ipairs(row) do
        widths[column] = math.max(widths[column] or 0, vim.fn.strdisplaywidth(text))
      end
    end
  end
  local lines = { word.hexadecimal, '' }
  local output = type(word.output) == 'table' and word.output or {}
  if type(output.message) == 'string' then
    vim.list_extend(lines, { output.message, '' })
  end
  local first = #lines
  for _, row in ipairs(rows) do
    local padded = {}
    for column, text in ipairs(row) do
      table.insert(padded, text .. (' '):rep(widths[column] - vim.fn.strdisplaywidth(text)))
    end
    table.insert(lines, (table.concat(padded, '  '):gsub('%s+$', '')))
  end
  local page = vim.lsp.util.open_floating_preview(lines, '', { focus_id = 'mnc2.word', wrap = false, max_width = 120 })
  for index, certainty in ipairs(certainties) do
    local row = first + index - 1
    vim.api.nvim_buf_set_extmark(page, namespace, row, 0, {
      end_row = row,
      end_col = #lines[row + 1],
      hl_group = looks[certainty],
    })
  end
  return page
end

--- Shows a file, by default that of the buffer, as text.
---@param file string
function M.disassemble(file)
  local path = vim.fs.abspath(file ~= '' and file or vim.api.nvim_buf_get_name(0))
  local name = vim.fs.basename(path)
  local uri = vim.uri_from_fname(path):gsub('%%', '%%25')
  local line = file == '' and vim.api.nvim_win_get_cursor(0)[1] or 1
  vim.cmd.split({ args = { vim.fn.fnameescape(('%s:/%s.vsm?%s'):format(M.scheme, name, uri)) } })
  pcall(vim.api.nvim_win_set_cursor, 0, { line, 0 })
end

--- Fills a buffer whose name is the URI of a disassembly.
---@param bufnr integer
---@param uri string
function M.read(bufnr, uri)
  vim.bo[bufnr].buftype = 'nofile'
  vim.bo[bufnr].swapfile = false
  local server = client()
  local answer = server and server:request_sync('mnc2/textDocumentContent', { uri = uri }, patience, bufnr)
  local text = answer and answer.result and answer.result.text
  if not text then
    notify(answer and answer.err and answer.err.message or 'the server did not answer', vim.log.levels.ERROR)
    return
  end
  vim.bo[bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, vim.split((text:gsub('\n$', '')), '\n'))
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].modified = false
  vim.bo[bufnr].filetype = 'mnc2'
end

return M
