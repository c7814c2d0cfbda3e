-- Debugging with nvim-dap, if it is installed: how the debug adapter is started, and what it launches.

local M = {}

--- nvim-dap, or nil if it cannot be loaded.
---@return table?
function M.dap()
  local found, dap = pcall(require, 'dap')
  return found and dap or nil
end

--- File types of other languages that are debugged, too; plugin/mnc2.lua waits for them.
local others = require('mnc2.languages').others

--- Tells nvim-dap about programs. What the user has set stays.
function M.register()
  local dap = M.dap()
  if not dap then
    return
  end
  dap.adapters.mnc2 = dap.adapters.mnc2 or { type = 'executable', command = 'mnc2-dap', args = { '--stdio' } }
  dap.configurations.mnc2 = dap.configurations.mnc2
    or {
      {
        type = 'mnc2',
        request = 'launch',
        name = 'Debug this program',
        program = '${file}',
        stopOnEntry = true,
      },
    }
  for _, language in ipairs(others) do
    dap.configurations[language] = dap.configurations[language]
      or {
        {
          type = 'mnc2',
          request = 'launch',
          name = 'Debug this program',
          program = '${file}',
          language = language,
          stopOnEntry = true,
        },
      }
  end
end

return M
