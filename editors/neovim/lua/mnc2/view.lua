-- Shows a run: its page in a split or a float, and values as virtual text beside their lines.

local config = require('mnc2.config')

local M = {}

M.namespace = vim.api.nvim_create_namespace('mnc2.values')

-- Maximum height of the split and size of the float, as a part of the screen.
local screen_part = 0.5

--- The buffer with the page of each program, by the program's buffer.
---@type table<integer, integer>
local pages = {}

--- Removes the values from `bufnr`.
---@param bufnr integer
function M.clear(bufnr)
  if vim.api.nvim_buf_is_valid(bufnr) then
    vim.api.nvim_buf_clear_namespace(bufnr, M.namespace, 0, -1)
  end
end

---@param bufnr integer
---@param result mnc2.Result
local function show_values(bufnr, result)
  M.clear(bufnr)
  local last = vim.api.nvim_buf_line_count(bufnr)
  local function add(line, text)
    if line < last then
      vim.api.nvim_buf_set_extmark(bufnr, M.namespace, line, 0, {
        virt_text = { { '  → ' .. text, 'Mnc2Value' } },
        virt_text_pos = 'eol',
        hl_mode = 'combine',
      })
    end
  end
  if config.shows_values() then
    for _, beside in ipairs(result.beside) do
      add(beside.line, beside.text)
    end
  end
  if result.line < last then
    vim.api.nvim_buf_set_extmark(bufnr, M.namespace, result.line, 0, {
      line_hl_group = 'Mnc2Reached',
    })
  end
  -- The values belong to the text that ran.
  vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI' }, {
    group = vim.api.nvim_create_augroup('mnc2.values.' .. bufnr, {}),
    buffer = bufnr,
    once = true,
    callback = function()
      M.clear(bufnr)
    end,
  })
end

---@param bufnr integer
---@return integer
local function page_buffer(bufnr)
  local page = pages[bufnr]
  if page and vim.api.nvim_buf_is_valid(page) then
    return page
  end
  page = vim.api.nvim_create_buf(false, true)
  -- Programs in different folders may have the same name.
  local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':t')
  vim.api.nvim_buf_set_name(page, ('mnc2-dump://%d/%s'):format(bufnr, name))
  vim.bo[page].bufhidden = 'hide'
  vim.bo[page].filetype = 'mnc2dump'
  vim.bo[page].modifiable = false
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = page, desc = 'Close the dump' })
  pages[bufnr] = page
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = bufnr,
    once = true,
    callback = vim.schedule_wrap(function()
      pages[bufnr] = nil
      if vim.api.nvim_buf_is_valid(page) then
        vim.api.nvim_buf_delete(page, { force = true })
      end
    end),
  })
  return page
end

---@param page integer
---@param lines string[]
local function open_split(page, lines)
  local window = vim.fn.bufwinid(page)
  if window == -1 then
    window = vim.api.nvim_open_win(page, false, {
      split = 'below',
      height = math.min(#lines, math.floor(vim.o.lines * screen_part)),
    })
  end
  vim.wo[window][0].wrap = false
  vim.wo[window][0].number = false
  vim.wo[window][0].relativenumber = false
  vim.wo[window][0].signcolumn = 'no'
  vim.wo[window][0].winfixheight = true
end

---@param page integer
---@param lines string[]
local function open_float(page, lines)
  local window = vim.fn.bufwinid(page)
  if window ~= -1 then
    vim.api.nvim_win_close(window, true)
  end
  local width = 1
  for _, line in ipairs(lines) do
    width = math.max(width, vim.fn.strdisplaywidth(line))
  end
  window = vim.api.nvim_open_win(page, true, {
    relative = 'cursor',
    row = 1,
    col = 0,
    width = math.min(width, vim.o.columns - 4),
    height = math.min(#lines, math.max(1, math.floor(vim.o.lines * screen_part))),
    border = 'rounded',
    style = 'minimal',
    title = ' run to here ',
  })
  vim.wo[window][0].wrap = false
end

---@param page integer
---@param kind 'split'|'float'
local function open(page, kind)
  local lines = vim.api.nvim_buf_get_lines(page, 0, -1, false)
  if kind == 'float' then
    open_float(page, lines)
  else
    open_split(page, lines)
  end
end

--- Shows `result` of the program in `bufnr`.
---@param bufnr integer
---@param result mnc2.Result
---@param lines string[] the page
---@param kind 'split'|'float'
function M.show(bufnr, result, lines, kind)
  show_values(bufnr, result)
  local page = page_buffer(bufnr)
  vim.bo[page].modifiable = true
  vim.api.nvim_buf_set_lines(page, 0, -1, false, lines)
  vim.bo[page].modifiable = false
  open(page, kind)
end

--- Shows the page of the last run of the current buffer again.
---@param kind? 'split'|'float'
function M.open(kind)
  local page = M.page(vim.api.nvim_get_current_buf())
  if page then
    open(page, kind or config.get().view)
  else
    vim.notify('mnc2: the program has not been run', vim.log.levels.ERROR)
  end
end

--- The buffer that shows the last run of `bufnr`, if there was one.
---@param bufnr integer
---@return integer?
function M.page(bufnr)
  return pages[bufnr]
end

return M
