-- Drives a real Neovim through nvim-dap, whose checkout is $NVIM_DAP, and a real debug adapter: the adapter and the
-- configuration are those that the plugin registers. The program is the one that every editor is tested with, after its
-- fixes. Started by .ci/neovim with test/init.lua as the user's configuration; needs mnc2-dap on PATH. Ends Neovim with
-- status 0, or 1 after the first failure.

local folder = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2)))
local shared = vim.fs.normalize(vim.fs.joinpath(folder, '../../test'))
local expected = vim.json.decode(table.concat(vim.fn.readfile(vim.fs.joinpath(shared, 'expected.json')), '\n'))
local workspace = vim.fn.tempname()
vim.opt.runtimepath:append(assert(vim.env.NVIM_DAP))

-- Longest wait for the adapter, in milliseconds; only a failure takes that long.
local patience = 60000

local notifications = {}
vim.notify = function(message)
  table.insert(notifications, message)
end

local function eventually(what, condition)
  local found
  vim.wait(patience, function()
    found = condition()
    return found
  end, 20)
  return found or error(('%s did not happen within %d ms'):format(what, patience), 0)
end

local function check(what, actual, wanted)
  if not vim.deep_equal(actual, wanted) then
    error(('%s:\n  expected %s\n  got      %s'):format(what, vim.inspect(wanted), vim.inspect(actual)), 0)
  end
end

local function check_contains(what, text, part)
  if not text:find(part, 1, true) then
    error(('%s: no %s in\n%s'):format(what, vim.inspect(part), text), 0)
  end
end

local dap, reason, children

--- The lines with the sign of where the run is stopped.
local function signs()
  local lines = {}
  for _, sign in ipairs(vim.fn.sign_getplaced(vim.fn.bufnr(), { group = '*' })[1].signs) do
    if sign.name == 'DapStopped' then
      table.insert(lines, sign.lnum)
    end
  end
  return lines
end

--- Waits until the run stops before a line, for a reason; sign and cursor are there.
local function stops(line, why)
  local there
  local wanted = { frame = line, cursor = line, signs = { line }, reason = why }
  vim.wait(patience, function()
    local session = dap.session()
    local frame = session and session.stopped_thread_id and session.current_frame
    there = { frame = frame and frame.line, cursor = vim.fn.line('.'), signs = signs(), reason = reason }
    return vim.deep_equal(there, wanted)
  end, 20)
  check('where the run is stopped', there, wanted)
end

local function value(expression)
  local session = dap.session()
  local answer
  session:evaluate({ expression = expression, context = 'watch', frameId = session.current_frame.id }, function(problem, body)
    answer = problem and tostring(problem) or body.result
  end)
  return eventually('the value of ' .. expression, function()
    return answer
  end)
end

local function ends()
  eventually('the end of the session', function()
    return dap.session() == nil
  end)
end

--- The text of the REPL's buffer.
local function repl_text()
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.bo[bufnr].filetype == 'dap-repl' then
      return table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), '\n')
    end
  end
  return ''
end

local function open(name, lines)
  vim.fn.mkdir(workspace, 'p')
  local program = vim.fs.joinpath(workspace, name)
  vim.fn.writefile(lines, program)
  vim.cmd.edit(program)
end

local y = '$ls0v@n0c0b0m0p0'

--- What y is after the program, as every editor shows it, in the words of the adapter.
local result = expected.beside[1].text:gsub('%S+', '{%0}'):gsub('  ', ' ')
local steps = {}

table.insert(steps, {
  'opening a program registers the adapter, and keeps what the user has set',
  function()
    open('program.vsm', expected.fixed)
    dap = require('dap')
    dap.listeners.before.event_stopped.test = function(_, body)
      reason = body.reason
    end
    check('adapter', dap.adapters.mnc2.command, 'mnc2-dap')
    children = #vim.api.nvim_get_proc_children(vim.fn.getpid())
    check('configurations', #dap.configurations.mnc2, 1)
    local adapter = dap.adapters.mnc2
    dap.adapters.mnc2 = { type = 'server', port = 1 }
    vim.cmd.edit()
    check('adapter of the user', dap.adapters.mnc2, { type = 'server', port = 1 })
    dap.adapters.mnc2 = adapter
  end,
})

table.insert(steps, {
  'a session stops on entry, and steps forward',
  function()
    dap.continue()
    stops(4, 'entry')
    dap.step_over()
    stops(5, 'step')
    dap.step_over()
    stops(6, 'step')
    eventually('the scopes', function()
      return #(dap.session().current_frame.scopes or {}) > 2
    end)
  end,
})

table.insert(steps, {
  'a breakpoint stops it, and expressions have values',
  function()
    -- The line is a comment: the breakpoint is for the statement after it.
    vim.api.nvim_win_set_cursor(0, { 13, 0 })
    dap.toggle_breakpoint()
    dap.continue()
    stops(14, 'breakpoint')
    check_contains('y', value(y), result .. ' · ')
    vim.api.nvim_win_set_cursor(0, { 11, (vim.fn.getline(11):find('$ls0v', 1, true)) })
    require('dap.ui.widgets').hover('<cWORD>')
    local float = vim.api.nvim_get_current_win()
    eventually('the value under the cursor', function()
      return vim.fn.getline(1):find('10.5', 1, true)
    end)
    vim.api.nvim_win_close(float, true)
  end,
})

table.insert(steps, {
  'the REPL takes the commands of the debugger',
  function()
    require('dap.repl').execute('look')
    eventually('what the line reads', function()
      return repl_text():find('reads GRF1[0..8]@n0c0b0m0p0', 1, true)
    end)
    require('dap.repl').execute('goto 11')
    stops(11, 'goto')
    require('dap.repl').execute('step')
    stops(14, 'step')
  end,
})

table.insert(steps, {
  'it steps back and continues backward',
  function()
    dap.step_back()
    stops(11, 'step')
    check_contains('y before it is written', value(y .. ',d'), '{0} {0} {0} {0}')
    dap.step_over()
    stops(14, 'step')
    dap.reverse_continue()
    stops(4, 'entry')
    dap.continue()
    stops(14, 'breakpoint')
    check_contains('y again', value(y), result .. ' · ')
  end,
})

table.insert(steps, {
  'it is terminated',
  function()
    dap.terminate()
    ends()
    eventually('the end of the adapter', function()
      return #vim.api.nvim_get_proc_children(vim.fn.getpid()) == children
    end)
    check('messages', notifications, { 'Session terminated' })
  end,
})

table.insert(steps, {
  'the program runs to its end, and what it dumps is in the REPL',
  function()
    dap.clear_breakpoints()
    dap.continue()
    stops(4, 'entry')
    dap.continue()
    -- The end is a place to go back from.
    stops(15, 'exception')
    dap.step_back()
    stops(15, 'step')
    dap.continue()
    stops(15, 'exception')
    dap.continue()
    ends()
    for _, line in ipairs(expected.dump) do
      if vim.startswith(line, 'DEBUG-') then
        check_contains('the REPL', repl_text(), line)
      end
    end
  end,
})

table.insert(steps, {
  'a program with errors is refused with the first one',
  function()
    notifications = {}
    open('wrong.vsm', vim.fn.readfile(vim.fs.joinpath(shared, 'program.vsm')))
    dap.continue()
    eventually('the refusal', function()
      return #notifications > 0
    end)
    check_contains('refusal', table.concat(notifications, '\n'), expected.diagnostics[1].code)
    ends()
  end,
})

table.insert(steps, {
  'a program in another language goes forward and back',
  function()
    open('kernel.S', { 'start:', '\tli t0, 3', 'loop:', '\taddi t0, t0, -1', '\tbnez t0, loop', '\tret' })
    vim.bo.filetype = 'rvmatrix'
    vim.api.nvim_win_set_cursor(0, { 3, 0 })
    dap.toggle_breakpoint()
    dap.continue()
    stops(2, 'entry')
    dap.continue()
    stops(4, 'breakpoint')
    dap.step_over()
    stops(5, 'step')
    check('t0', value('t0'), '0x2')
    dap.step_back()
    stops(4, 'step')
    check('t0 before', value('t0'), '0x3')
    dap.reverse_continue()
    stops(2, 'entry')
    require('dap.repl').execute('goto loop')
    stops(4, 'goto')
    dap.terminate()
    ends()
    dap.clear_breakpoints()
  end,
})

table.insert(steps, {
  'checkhealth finds the adapter',
  function()
    vim.cmd('checkhealth mnc2')
    local report = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    check_contains('report', report, vim.fn.exepath('mnc2-dap') .. ': mnc2-dap ')
  end,
})

for number, step in ipairs(steps) do
  local fine, problem = pcall(step[2])
  if not fine then
    io.stdout:write(('\nnot ok %d - debugging: %s\n%s\n'):format(number, step[1], problem))
    for _, message in ipairs(notifications) do
      io.stdout:write('message: ', message, '\n')
    end
    io.stdout:write('messages: ', vim.fn.execute('messages'), '\nREPL: ', repl_text(), '\n')
    vim.cmd('cquit! 1')
  end
  io.stdout:write(('ok %d - debugging: %s\n'):format(number, step[1]))
end
io.stdout:write(('1..%d\n'):format(#steps))
vim.cmd('qall!')
