-- The words in which a run is shown: the page beside the program and the summary beside a line.
-- Pure text; knows no windows.

local M = {}

-- Beyond these a double is more likely something else, read as a double.
local smallest_meant, largest_meant = 1e-30, 1e30

---@class mnc2.DumpLine
---@field line integer the `d get` statement, counted from 0
---@field text string

---@class mnc2.Written
---@field operand string
---@field element string
---@field values (string|vim.NIL)[] the bits of each cycle; NIL where a mask kept it from writing

---@class mnc2.Result
---@field line integer the line executed last, counted from 0
---@field steps integer
---@field dump mnc2.DumpLine[]
---@field written mnc2.Written[]
---@field truncated boolean

--- Whether `value` can be shown as a result; an older or newer server may send something else.
---@param value any
---@return boolean
function M.is_result(value)
  return type(value) == 'table'
    and type(value.line) == 'number'
    and type(value.steps) == 'number'
    and type(value.dump) == 'table'
    and type(value.written) == 'table'
end

--- The dump lines of each `d get` statement: the statements in order, and the texts of each.
---@param result mnc2.Result
---@return integer[] lines
---@return table<integer, string[]> texts
function M.by_line(result)
  local texts = {}
  for _, entry in ipairs(result.dump) do
    texts[entry.line] = texts[entry.line] or {}
    table.insert(texts[entry.line], entry.text)
  end
  local lines = vim.tbl_keys(texts)
  table.sort(lines)
  return lines, texts
end

---@param number integer
---@param noun string
---@return string
function M.count(number, noun)
  return ('%d %s%s'):format(number, noun, number == 1 and '' or 's')
end

---@param value string|vim.NIL
---@return string
local function value_text(value)
  return value == vim.NIL and '–' or value --[[@as string]]
end

--- The value of a dump line without what the reader sees anyway: memory, element and statement.
--- Of a dump with a data type the numbers stay. Of one without, the number stays if it looks like
--- one that was meant, else the bits: an integer read as a double is next to nothing.
---@param text string
---@return string
function M.short_value(text)
  local value = vim.trim(text:gsub('^DEBUG%-%w+%([^)]*%):', ''):gsub('%s*#d get.*$', ''))
  local number, bits = value:match('^%(f:(%S+), i:.*, v:(%S+)%)$')
  if number then
    local size = math.abs(tonumber(number) or 0)
    return size >= smallest_meant and size <= largest_meant and number or bits
  end
  return value:match('^(%([^()]*%)) %(0x[^()]*%)$') or value
end

---@param values string[]
---@param limit integer
---@return string
local function summary(values, limit)
  local shown, length = {}, 0
  for _, value in ipairs(values) do
    length = length + vim.fn.strchars(value) + 2
    if #shown > 0 and length > limit then
      break
    end
    if vim.fn.strchars(value) > limit then
      value = vim.fn.strcharpart(value, 0, limit - 1) .. '…'
    end
    table.insert(shown, value)
  end
  local text = table.concat(shown, '  ')
  local hidden = #values - #shown
  return hidden > 0 and ('%s  … %d more'):format(text, hidden) or text
end

--- One line of text for what a `d get` statement dumped, at most about `limit` characters.
---@param texts string[]
---@param limit integer
---@return string
function M.dump_summary(texts, limit)
  return summary(vim.tbl_map(M.short_value, texts), limit)
end

--- One line of text for what an instruction wrote, at most about `limit` characters an operand.
--- A value that is the same in every cycle is told once.
---@param written mnc2.Written[]
---@param limit integer
---@return string
function M.written_summary(written, limit)
  return table.concat(
    vim.tbl_map(function(operand)
      local texts = vim.tbl_map(value_text, operand.values)
      local same = vim.iter(texts):all(function(text)
        return text == texts[1]
      end)
      return ('%s = %s'):format(operand.operand, summary(same and { texts[1] } or texts, limit))
    end, written),
    '   '
  )
end

---@param line integer
---@param source string[]
---@param verb string
---@return string
local function heading(line, source, verb)
  local text = vim.trim(((source[line + 1] or ''):gsub('#.*$', '')))
  return ('line %d %s%s'):format(line + 1, verb, text ~= '' and ': ' .. text or '')
end

---@param page string[]
---@param written mnc2.Written[]
local function add_written(page, written)
  local operand_width, element_width = 0, 0
  for _, operand in ipairs(written) do
    operand_width = math.max(operand_width, vim.fn.strdisplaywidth(operand.operand))
    element_width = math.max(element_width, #operand.element)
  end
  local row = ('  %%-%ds  %%-%ds  %%s'):format(operand_width, element_width)
  for _, operand in ipairs(written) do
    for index, value in ipairs(operand.values) do
      local first = index == 1
      table.insert(
        page,
        row:format(
          first and operand.operand or '',
          first and operand.element or '',
          value_text(value)
        )
      )
    end
  end
end

--- The page beside the program.
---@param name string
---@param result mnc2.Result
---@param source string[] the lines of the program, for the headings
---@return string[]
function M.page(name, result, source)
  local page = {
    ('%s, run to line %d: %s'):format(name, result.line + 1, M.count(result.steps, 'step')),
  }
  if #result.written > 0 then
    vim.list_extend(page, { '', heading(result.line, source, 'wrote') })
    add_written(page, result.written)
  end
  local lines, texts = M.by_line(result)
  for _, line in ipairs(lines) do
    vim.list_extend(page, { '', heading(line, source, 'dumped') })
    vim.list_extend(page, texts[line])
  end
  if result.truncated then
    vim.list_extend(page, {
      '',
      'The dump was cut short here: narrow the d get statements, or run the program with mnc2 run.',
    })
  elseif #result.dump == 0 and #result.written == 0 then
    vim.list_extend(page, {
      '',
      'Nothing was dumped: no d get statement was executed, and the line wrote nothing.',
    })
  end
  return page
end

return M
