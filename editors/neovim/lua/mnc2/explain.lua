--- The page of a diagnostic code, in a window that closes when the cursor moves.

local M = {}

--- Handles the command of a code action; see |vim.lsp.commands|.
---@param command lsp.Command
---@param context { client_id: integer, bufnr: integer }
function M.handle(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if not client then
    return
  end
  local sent = { command = command.command, arguments = command.arguments }
  client:request('workspace/executeCommand', sent, function(err, result)
    if err then
      vim.notify('mnc2: ' .. err.message, vim.log.levels.ERROR)
      return
    end
    client:request('mnc2/textDocumentContent', { uri = result.content }, function(problem, page)
      if problem then
        vim.notify('mnc2: ' .. problem.message, vim.log.levels.ERROR)
      else
        local lines = vim.split(vim.trim(page.text), '\n')
        vim.lsp.util.open_floating_preview(lines, 'markdown', { border = 'rounded', focus_id = 'mnc2.explain' })
      end
    end, context.bufnr)
  end, context.bufnr)
end

return M
