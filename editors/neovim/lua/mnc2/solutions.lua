-- Judges all programs of the workspace that have a testcase, and lists what came of it in the quickfix window.

local M = {}

--- Programs that the server is asked to judge at the same time; it has turns of its own.
local AT_ONCE = 4

--- Wrong values of a program that are listed; the first ones say enough.
local VALUES_MAX = 20

--- A program and the testcase that judges it, as URIs.
---@alias mnc2.Solution { program: string, testcase: string }

--- The answer about a program (docs/protocol.md), as far as this plugin uses it.
---@class mnc2.Verdict
---@field accepted boolean
---@field message string
---@field wrong integer
---@field failedAssertions integer
---@field assertions { line: integer, message: string }[]
---@field mismatches mnc2.WrongValue[]

---@class mnc2.WrongValue
---@field line integer the output line of the testcase, counted from 0
---@field position string|vim.NIL
---@field actual string
---@field expected string
---@field memory string|vim.NIL
---@field element string|vim.NIL
---@field address integer|vim.NIL
---@field writers integer[]|vim.NIL

--- The judgements that are under way: what is left to do is dropped when another one takes its place.
---@type { client: vim.lsp.Client, ids: table<integer, true> }?
local running

---@param message string
---@param level integer
local function notify(message, level)
  vim.notify('mnc2: ' .. message, level)
end

--- Gives up the judgements that are under way; returns whether there were any.
---@return boolean
function M.cancel()
  local this = running
  running = nil
  if this then
    for id in pairs(this.ids) do
      this.client:cancel_request(id)
    end
  end
  return this ~= nil
end

---@param wrong mnc2.WrongValue
---@return string
local function text_of(wrong)
  local place = ''
  if type(wrong.memory) == 'string' then
    place = (' %s(%s,%d)'):format(wrong.memory, wrong.element, wrong.address)
  end
  local position = type(wrong.position) == 'string' and wrong.position or 'the value'
  return ('%s%s is %s, expected %s'):format(position, place, wrong.actual, wrong.expected)
end

--- What the quickfix list says about a program that was judged.
---@param solution mnc2.Solution
---@param verdict mnc2.Verdict
---@return vim.quickfix.entry[]
local function entries_of(solution, verdict)
  local program = vim.uri_to_fname(solution.program)
  if verdict.accepted and verdict.failedAssertions == 0 then
    return { { filename = program, lnum = 1, text = verdict.message, type = 'I' } }
  end
  local entries = {}
  for _, one in ipairs(verdict.assertions) do
    table.insert(entries, { filename = program, lnum = one.line + 1, text = one.message, type = 'E' })
  end
  for index = 1, math.min(#verdict.mismatches, VALUES_MAX) do
    local wrong = verdict.mismatches[index]
    local writer = type(wrong.writers) == 'table' and wrong.writers[#wrong.writers]
    table.insert(entries, {
      -- The last line that writes what the output line reads, else the output line.
      filename = writer and program or vim.uri_to_fname(solution.testcase),
      lnum = (writer or wrong.line) + 1,
      text = text_of(wrong),
      type = 'E',
    })
  end
  local more = verdict.wrong - math.min(#verdict.mismatches, VALUES_MAX)
  if more > 0 or #entries == 0 then
    table.insert(entries, { filename = program, lnum = 1, text = verdict.message, type = 'E' })
  end
  return entries
end

--- What it says about a program that was not judged.
---@param solution mnc2.Solution
---@param err lsp.ResponseError
---@return vim.quickfix.entry[]
local function entries_of_error(solution, err)
  local entry = { filename = vim.uri_to_fname(solution.program), lnum = 1, text = err.message, type = 'E' }
  if type(err.data) == 'table' and type(err.data.line) == 'number' then
    entry.lnum = err.data.line + 1
    if type(err.data.file) == 'string' then
      entry.filename = err.data.file
    end
  end
  return { entry }
end

--- Shows what came of all programs.
---@param entries vim.quickfix.entry[][] those of each program
---@param accepted integer
local function show(entries, accepted)
  local summary = ('%d of %d solutions accepted'):format(accepted, #entries)
  local items = vim.iter(entries):flatten():totable()
  vim.fn.setqflist({}, ' ', { title = 'mnc2: ' .. summary, items = items })
  vim.cmd('botright copen')
  notify(summary, accepted == #entries and vim.log.levels.INFO or vim.log.levels.WARN)
end

--- Asks the server for something, unless that is given up.
---@param this { client: vim.lsp.Client, ids: table<integer, true> }
---@param method string
---@param params table
---@param bufnr integer
---@param answer fun(err: lsp.ResponseError?, result: any)
local function ask(this, method, params, bufnr, answer)
  local id
  _, id = this.client:request(method, params, function(err, result)
    if id then
      this.ids[id] = nil
    end
    if running == this then
      answer(err, result)
    end
  end, bufnr)
  if id then
    this.ids[id] = true
  end
end

---@param this { client: vim.lsp.Client, ids: table<integer, true> }
---@param bufnr integer
---@param solutions mnc2.Solution[]
local function judge(this, bufnr, solutions)
  local entries, accepted, begun, answered = {}, 0, 0, 0
  local function begin()
    begun = begun + 1
    local number, solution = begun, solutions[begun]
    local argument = { uri = solution.program, testcase = solution.testcase, quiet = true }
    ask(this, 'workspace/executeCommand', { command = 'mnc2.judge', arguments = { argument } }, bufnr, function(err, verdict)
      if err then
        entries[number] = entries_of_error(solution, err)
      else
        entries[number] = entries_of(solution, verdict)
        accepted = accepted + (verdict.accepted and 1 or 0)
      end
      answered = answered + 1
      if answered == #solutions then
        running = nil
        show(entries, accepted)
      elseif begun < #solutions then
        begin()
      end
    end)
  end
  for _ = 1, math.min(AT_ONCE, #solutions) do
    begin()
  end
end

--- Judges every program of the workspace that has a testcase.
function M.judge_all()
  local bufnr = vim.api.nvim_get_current_buf()
  local client = vim.lsp.get_clients({ bufnr = bufnr, name = 'mnc2' })[1]
  if not client then
    notify('no language server is attached to this buffer; see :checkhealth mnc2', vim.log.levels.ERROR)
    return
  end
  M.cancel()
  local this = { client = client, ids = {} }
  running = this
  ask(this, 'mnc2/solutions', vim.empty_dict(), bufnr, function(err, found)
    if err then
      running = nil
      notify('the testcases were not listed: ' .. err.message, vim.log.levels.ERROR)
      return
    end
    local solutions = {}
    for _, problem in ipairs(found.problems) do
      for _, program in ipairs(problem.solutions) do
        table.insert(solutions, { program = program, testcase = problem.testcase })
      end
    end
    if #solutions == 0 then
      running = nil
      local root = client.root_dir or 'the workspace, which has no folder'
      notify('there is no program with a testcase in ' .. root, vim.log.levels.WARN)
    else
      judge(this, bufnr, solutions)
    end
  end)
end

return M
