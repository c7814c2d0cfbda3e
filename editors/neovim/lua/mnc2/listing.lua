-- Programs as bytes: the buffer of a `.tprog` file holds its listing, which the server makes, and cannot be changed.

local M = {}

---@param bufnr integer
---@param lines string[]
local function fill(bufnr, lines)
  if not vim.api.nvim_buf_is_valid(bufnr) then
    return
  end
  vim.bo[bufnr].readonly = false
  vim.bo[bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].modified = false
  vim.bo[bufnr].readonly = true
end

--- Asks the server for the listing of the buffer's file.
---@param client vim.lsp.Client
---@param bufnr integer
local function ask(client, bufnr)
  local file = vim.uri_from_bufnr(bufnr)
  local name = vim.fs.basename(vim.api.nvim_buf_get_name(bufnr))
  local uri = ('mnc2-listing:/%s.tasm?%s'):format(vim.uri_encode(name), vim.uri_encode(file))
  client:request('mnc2/textDocumentContent', { uri = uri }, function(problem, answer)
    if problem then
      fill(bufnr, { '// ' .. problem.message })
    else
      fill(bufnr, vim.split((answer.text:gsub('\n$', '')), '\n'))
    end
  end, bufnr)
end

--- Fills the buffer of a program as bytes.
---@param bufnr integer
function M.read(bufnr)
  vim.bo[bufnr].swapfile = false
  vim.bo[bufnr].modifiable = false
  vim.api.nvim_create_autocmd('LspAttach', {
    group = vim.api.nvim_create_augroup('mnc2.listing.' .. bufnr, {}),
    buffer = bufnr,
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == 'mnc2' then
        ask(client, bufnr)
      end
    end,
  })
  local extension = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':e')
  vim.bo[bufnr].filetype = require('mnc2.languages').binary[extension:lower()]
end

return M
