-- The plugin's own options, from `vim.g.mnc2`. The server's settings are in lsp/mnc2.lua.

local M = {}

---@class mnc2.Config
---@field enable boolean start the language server for .vsm buffers
---@field codelens boolean keep the lenses of attached buffers fresh
---@field completion boolean open Neovim's own completion list while typing
---@field view 'split'|'float' where the dump of a run is shown

---@type mnc2.Config
M.defaults = {
  enable = true,
  codelens = true,
  completion = false,
  view = 'split',
}

--- Former options of this plugin, and what to set now.
local former = {
  inline_values = "settings.mnc2.inlayHints.values with vim.lsp.config('mnc2', …)",
}

---@return mnc2.Config
function M.get()
  return vim.tbl_extend('force', M.defaults, vim.g.mnc2 or {})
end

--- Whether values of a run are shown beside their lines. The server's setting `inlayHints.values` applies to every
--- editor; the plugin's old option is still read if it turns them off.
---@return boolean
function M.shows_values()
  local client = vim.lsp.get_clients({ name = 'mnc2' })[1]
  local hints = vim.tbl_get(client or {}, 'settings', 'mnc2', 'inlayHints') or {}
  return M.get().inline_values ~= false and hints.values ~= false
end

--- The options that are unknown or have the wrong type, in words.
---@return string[]
function M.problems()
  local problems = {}
  for name, value in vim.spairs(vim.g.mnc2 or {}) do
    local default = M.defaults[name]
    if former[name] then
      table.insert(problems, ('vim.g.mnc2.%s is now %s'):format(name, former[name]))
    elseif default == nil then
      table.insert(problems, ('vim.g.mnc2.%s is not an option'):format(name))
    elseif type(value) ~= type(default) then
      table.insert(problems, ('vim.g.mnc2.%s must be a %s'):format(name, type(default)))
    elseif name == 'view' and value ~= 'split' and value ~= 'float' then
      table.insert(problems, "vim.g.mnc2.view must be 'split' or 'float'")
    end
  end
  return problems
end

return M
