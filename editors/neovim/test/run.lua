-- Drives a real Neovim through the plugin and a real language server: open, diagnostics, hover,
-- lens, code action, run-to-here and giving it up, shortening. The program is the one that every editor is tested with, and what
-- it must show is in editors/test/expected.json. Started by .ci/neovim with test/init.lua as the
-- user's configuration; needs mnc2-lsp on PATH. Ends Neovim with status 0, or 1 after the first
-- failure.

local test = debug.getinfo(1, 'S').source:sub(2)
local folder = vim.fs.dirname(vim.fs.abspath(test))
local shared = vim.fs.normalize(vim.fs.joinpath(folder, '../../test'))
-- A folder of its own, where a testcase can be next to the program.
local workspace = vim.fn.tempname()
local expected = vim.json.decode(table.concat(vim.fn.readfile(vim.fs.joinpath(shared, 'expected.json')), '\n'))

-- Longest wait for the server, in milliseconds; only a failure takes that long.
local patience = 60000

local function say(text)
  io.stdout:write(text, '\n')
  io.stdout:flush()
end

local function fail(text)
  error(text, 0)
end

--- Waits until `condition` returns something true, and returns that.
local function eventually(what, condition)
  local found
  local done = vim.wait(patience, function()
    found = condition()
    return found
  end, 20)
  if not done then
    fail(('%s did not happen within %d ms'):format(what, patience))
  end
  return found
end

local function check(what, actual, expected)
  if not vim.deep_equal(actual, expected) then
    fail(('%s:\n  expected %s\n  got      %s'):format(what, vim.inspect(expected), vim.inspect(actual)))
  end
end

local function check_contains(what, text, part)
  if not text:find(part, 1, true) then
    fail(('%s: no %s in\n%s'):format(what, vim.inspect(part), text))
  end
end

--- The plain text of all virtual text of a namespace, by line counted from 1.
local function virtual_text(namespace, kind)
  local lines = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
    for _, chunk in ipairs(mark[4][kind] or {}) do
      lines[mark[2] + 1] = (lines[mark[2] + 1] or '') .. chunk[1]
    end
  end
  return lines
end

local function page_lines(bufnr)
  local page = require('mnc2.view').page(bufnr)
  return page and vim.api.nvim_buf_get_lines(page, 0, -1, false) or {}
end

local function page_text(bufnr)
  return table.concat(page_lines(bufnr), '\n')
end

--- The line counted from 1 that starts with `prefix`.
local function line_of(prefix)
  for number, text in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    if vim.startswith(text, prefix) then
      return number
    end
  end
  fail('the program has no line ' .. prefix)
end

--- The lenses that run the program; those of an older text may still be there.
local function lenses()
  local found
  if vim.lsp.codelens.enable then
    found = vim.tbl_map(function(result)
      return result.lens
    end, vim.lsp.codelens.get({ bufnr = 0 }))
  else
    vim.lsp.codelens.refresh({ bufnr = 0 })
    found = vim.lsp.codelens.get(0)
  end
  found = vim.tbl_filter(function(lens)
    return lens.command ~= nil and lens.command.command == 'mnc2.runToHere'
  end, found)
  table.sort(found, function(a, b)
    return a.range.start.line < b.range.start.line
  end)
  return found
end

--- Shortens until the question has a text, as changed settings reach the server some time later; `take` returns the question and
--- forgets it.
local function shorten_until(part, take)
  local question
  for _ = 1, 10 do
    vim.cmd('Mnc2Shorten')
    question = eventually('the question', take)
    if question:find(part, 1, true) then
      break
    end
  end
  check_contains('question', question, part)
  return question
end

local notifications = {}
vim.notify = function(message)
  table.insert(notifications, message)
end

local steps = {}

table.insert(steps, {
  'the parser is built from the checkout',
  function()
    vim.cmd('Mnc2BuildParser')
    check('messages', #notifications, 1)
    check_contains('message', notifications[1], 'built ')
    notifications = {}
    check('parser', vim.treesitter.language.add('mnc2'), true)
  end,
})

table.insert(steps, {
  'opening a program starts the server',
  function()
    vim.fn.mkdir(workspace, 'p')
    local program = vim.fs.joinpath(workspace, 'program.vsm')
    assert(vim.uv.fs_copyfile(vim.fs.joinpath(shared, 'program.vsm'), program))
    vim.cmd.edit(program)
    check('filetype', vim.bo.filetype, 'mnc2')
    check('commentstring', vim.bo.commentstring, '# %s')
    local client = eventually('the server attaching', function()
      return vim.lsp.get_clients({ bufnr = 0, name = 'mnc2' })[1]
    end)
    check('server', client.server_info.name, 'mnc2-lsp')
  end,
})

table.insert(steps, {
  'the diagnostics are those that every editor shows',
  function()
    eventually('the diagnostics', function()
      return #vim.diagnostic.get(0) == #expected.diagnostics
    end)
    local found = vim.tbl_map(function(diagnostic)
      check('end line', diagnostic.end_lnum, diagnostic.lnum)
      return {
        code = diagnostic.code,
        severity = diagnostic.severity,
        line = diagnostic.lnum,
        start = diagnostic.col,
        ['end'] = diagnostic.end_col,
        message = vim.split(diagnostic.message, '\n')[1],
      }
    end, vim.diagnostic.get(0))
    table.sort(found, function(a, b)
      return a.line < b.line or a.line == b.line and a.start < b.start
    end)
    check('diagnostics', found, expected.diagnostics)
  end,
})

table.insert(steps, {
  'hover explains the operand',
  function()
    vim.api.nvim_win_set_cursor(0, { line_of('dvfmau'), #'dvfmau $lm0v $ln0 $' })
    vim.lsp.buf.hover()
    local float = eventually('the hover window', function()
      for _, window in ipairs(vim.api.nvim_list_wins()) do
        if vim.api.nvim_win_get_config(window).relative ~= '' then
          return window
        end
      end
    end)
    local buffer = vim.api.nvim_win_get_buf(float)
    local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
    check_contains('hover', text, '$lr0')
    check_contains('hover', text, '3.6.1.10')
    vim.api.nvim_win_close(float, true)
  end,
})

table.insert(steps, {
  'the lines that a line takes values from are its callers',
  function()
    local lines = { line_of('d set'), line_of('immu i"0x40240000"'), line_of('immu i"0x3fe00000"') }
    vim.fn.setqflist({})
    vim.api.nvim_win_set_cursor(0, { line_of('dvfmau'), 0 })
    vim.lsp.buf.incoming_calls()
    local listed = eventually('the list', function()
      local list = vim.fn.getqflist()
      return #list > 0 and list
    end)
    check('lines', vim.tbl_map(function(entry)
      return entry.lnum
    end, listed), lines)
    vim.cmd.cclose()
    vim.fn.setqflist({})
  end,
})

table.insert(steps, {
  'a run of a program with errors says why there is none',
  function()
    vim.cmd(line_of('dvfmadd') .. 'Mnc2RunToHere')
    eventually('the refusal', function()
      return #notifications > 0
    end)
    check_contains('refusal', notifications[1], 'did not run to line ' .. line_of('dvfmadd'))
    check('the line that is to blame', vim.api.nvim_win_get_cursor(0)[1], line_of('dvfmau'))
    check('the quickfix list', #vim.fn.getqflist(), 1)
    check_contains('the way on', notifications[1], ':Mnc2Run!')
    notifications = {}
  end,
})

table.insert(steps, {
  'run anyway ends before the error, and the page says so on top',
  function()
    vim.cmd('Mnc2Run!')
    local page = eventually('the page', function()
      return require('mnc2.view').page(vim.api.nvim_get_current_buf())
    end)
    local top = vim.api.nvim_buf_get_lines(page, 0, 2, false)
    local last = line_of('immu i"0x3fe00000"')
    check_contains('the first line', top[1], ('run to line %d'):format(last))
    check_contains('the remark', top[2], ('The run ended after line %d, before an error'):format(last))
    check('notifications', notifications, {})
    vim.cmd('Mnc2Clear')
    vim.api.nvim_win_close(vim.fn.bufwinid(page), true)
  end,
})

table.insert(steps, {
  'code actions fix the program',
  function()
    for _, fix in ipairs(expected.fixes) do
      vim.api.nvim_win_set_cursor(0, { fix.line + 1, 0 })
      local before = vim.api.nvim_buf_get_changedtick(0)
      vim.lsp.buf.code_action({
        apply = true,
        filter = function(action)
          return action.title == fix.title
        end,
      })
      eventually(fix.title, function()
        return vim.api.nvim_buf_get_changedtick(0) ~= before
      end)
    end
    check('program', vim.api.nvim_buf_get_lines(0, 0, -1, false), expected.fixed)
    eventually('the diagnostics going away', function()
      return #vim.diagnostic.get(0) == 0
    end)
  end,
})

table.insert(steps, {
  'CTRL-] goes from a read to the write that reaches it',
  function()
    vim.cmd('$')
    vim.cmd('normal! f$')
    -- Neovim gives the server one second for it.
    eventually('the jump', function()
      return pcall(vim.cmd.normal, vim.keycode('<C-]>'))
    end)
    check('the write', vim.api.nvim_get_current_line(), 'dvfmad $lm0v $ln0 $mauf $ls0v')
  end,
})

table.insert(steps, {
  'grr lists the reads of a write',
  function()
    local write, last = line_of('dvfmad'), vim.api.nvim_buf_line_count(0)
    vim.api.nvim_feedkeys('grr', 'mx', false)
    eventually('the list', function()
      return #vim.fn.getqflist() == 3
    end)
    local lines = vim.tbl_map(function(item)
      return item.lnum
    end, vim.fn.getqflist())
    check('lines', lines, { write, last - 1, last })
    vim.cmd.cclose()
  end,
})

table.insert(steps, {
  'there is a lens on each d get statement, and it runs the program',
  function()
    local all = eventually('the lenses', function()
      local found = lenses()
      local lines = vim.tbl_map(function(lens)
        return lens.range.start.line
      end, found)
      return vim.deep_equal(lines, { expected.run.line - 1, expected.run.line }) and found
    end)
    check('lens', all[1].command.title, '▶ Run to here')
    vim.api.nvim_win_set_cursor(0, { expected.run.line + 1, 0 })
    vim.lsp.codelens.run()
    eventually('the dump', function()
      return page_text(vim.api.nvim_get_current_buf()):find('DEBUG-', 1, true)
    end)
    check('dump', page_lines(vim.api.nvim_get_current_buf()), expected.dump)
    local shown = virtual_text(require('mnc2.view').namespace, 'virt_text')
    local beside = {}
    for _, one in ipairs(expected.beside) do
      beside[one.line + 1] = '  → ' .. one.text
    end
    check('values beside lines', shown, beside)
    check('window of the dump', vim.fn.bufwinid(require('mnc2.view').page(0 + vim.fn.bufnr())) ~= -1, true)
    check('cursor stays in the program', vim.bo.filetype, 'mnc2')
  end,
})

table.insert(steps, {
  'the values go when the program is edited',
  function()
    local namespace = require('mnc2.view').namespace
    vim.api.nvim_buf_set_lines(0, 0, 0, false, { '# A line more.' })
    vim.api.nvim_exec_autocmds('TextChanged', { buffer = 0 })
    check('values', virtual_text(namespace, 'virt_text'), {})
  end,
})

table.insert(steps, {
  'a code action on any line runs to it and shows what it wrote, for the PE in focus',
  function()
    vim.cmd('Mnc2Focus n0c0b0m0p3')
    local add = line_of('dvfmad')
    vim.api.nvim_win_set_cursor(0, { add, 0 })
    -- The server asks for changed settings; a run may come before the answer.
    local page = eventually('the page for the focus', function()
      vim.lsp.buf.code_action({
        apply = true,
        filter = function(action)
          return action.title:find('Run to here', 1, true) ~= nil
        end,
      })
      local text
      vim.wait(1000, function()
        text = page_text(vim.api.nvim_get_current_buf())
        return text:find('$ls0v  n0c0b0m0p3', 1, true) ~= nil
      end, 20)
      return text:find('$ls0v  n0c0b0m0p3', 1, true) and text
    end)
    check_contains('page', page, ('run to line %d'):format(add))
    check_contains('page', page, '$ls0v')
    check_contains('focus', page, 'n0c0b0m0p3')
    local shown = virtual_text(require('mnc2.view').namespace, 'virt_text')
    check_contains('what the line wrote', shown[add] or '', '$ls0v = 0.5')
    check('dump of an earlier run', page:find('DEBUG-', 1, true), nil)
  end,
})

table.insert(steps, {
  'the float shows the same dump',
  function()
    vim.cmd('Mnc2Run float')
    eventually('the float', function()
      return vim.api.nvim_win_get_config(0).relative ~= ''
    end)
    -- A line was inserted before it.
    local dump = vim.deepcopy(expected.dump)
    for index, line in ipairs(dump) do
      dump[index] = line:gsub('^line %d+', function(text)
        return 'line ' .. (tonumber(text:match('%d+')) + 1)
      end):gsub('run to line %d+', ('run to line %d'):format(expected.run.line + 2))
    end
    check('float', vim.api.nvim_buf_get_lines(0, 0, -1, false), dump)
    vim.cmd.close()
    vim.cmd.only()
    vim.cmd('Mnc2Dump split')
    check('split', vim.fn.bufwinid(require('mnc2.view').page(vim.fn.bufnr())) ~= -1, true)
    vim.cmd('Mnc2Clear')
    check('values', virtual_text(require('mnc2.view').namespace, 'virt_text'), {})
  end,
})

table.insert(steps, {
  'a testcase judges',
  function()
    local testcase = vim.fs.joinpath(workspace, 'other.vsm')
    vim.fn.writefile({
      '# ======= YOUR VSM WILL BE INSERTED HERE =======',
      'd get $ls0n0c0b0m0p0 1 # expect=[7] / Long atol=0 rtol=0',
    }, testcase)
    local told
    local tell = vim.lsp.handlers['window/showMessage']
    vim.lsp.handlers['window/showMessage'] = function(_, message)
      told = message.message
    end
    vim.cmd('Mnc2Judge ' .. vim.fn.fnameescape(testcase))
    eventually('the verdict', function()
      return told
    end)
    vim.lsp.handlers['window/showMessage'] = tell
    check_contains('verdict', told, 'RESULT MISMATCH')
    vim.cmd('Mnc2Judge ' .. vim.fn.fnameescape(testcase) .. '.none')
    eventually('the refusal', function()
      return #notifications > 0
    end)
    check_contains('refusal', notifications[1], 'was not judged')
    notifications = {}
  end,
})

table.insert(steps, {
  'all programs of the workspace are judged',
  function()
    local folder = vim.fs.joinpath(workspace, 'judged')
    vim.fn.mkdir(folder)
    local function write(name, lines)
      vim.fn.writefile(lines, vim.fs.joinpath(folder, name))
    end
    write('testcase.vsm', {
      'd set $lm0p0 1 0000000300000004',
      '# ======= YOUR VSM WILL BE INSERTED HERE =======',
      'd getd $ln0n0c0b0m0p0 1 # expect=[5, 6] / Int @[0],[1]',
    })
    local function adding(number)
      return { ('imm i"%d" $lr0'):format(number), 'nop/2', 'iadd $lm0 $lr0 $ln0' }
    end
    write('broken.vsm', { 'nop', 'nap' })
    write('right.vsm', adding(2))
    write('wrong.vsm', adding(1))
    local program = vim.api.nvim_get_current_buf()
    vim.cmd('Mnc2JudgeAll')
    eventually('the refusal', function()
      return #notifications > 0
    end)
    check_contains('refusal', notifications[1], 'no program with a testcase in the workspace, which has no folder')
    notifications = {}
    -- The testcase makes its folder the workspace.
    vim.cmd.edit(vim.fs.joinpath(folder, 'right.vsm'))
    eventually('the server attaching', function()
      return #vim.lsp.get_clients({ bufnr = 0, name = 'mnc2' }) > 0
    end)
    -- What is not saved counts.
    vim.api.nvim_buf_set_lines(0, 1, 1, false, { 'nop' })
    vim.cmd('Mnc2JudgeAll')
    local list = eventually('the list', function()
      local list = vim.fn.getqflist({ title = 1, items = 1 })
      return list.title == 'mnc2: 1 of 3 solutions accepted' and list.items
    end)
    local shown = vim.tbl_map(function(item)
      return ('%s:%d %s %s'):format(vim.fs.basename(vim.api.nvim_buf_get_name(item.bufnr)), item.lnum, item.type, item.text)
    end, list)
    check('what is listed', shown, {
      'broken.vsm:2 E line 2: E0201: unknown opcode `nap`',
      'right.vsm:1 I ACCEPTED!! score=5 j=5 m=0 bytes=43',
      'wrong.vsm:3 E [0] LM1(n0c0b0m0p0,0) is 4, expected 5',
      'wrong.vsm:3 E [1] LM1(n0c0b0m0p0,0) is 5, expected 6',
    })
    check('messages', notifications, { 'mnc2: 1 of 3 solutions accepted' })
    notifications = {}
    vim.cmd.cclose()
    vim.cmd('Mnc2JudgeAll')
    vim.cmd('Mnc2Cancel')
    check('messages', notifications, { 'mnc2: judging was cancelled' })
    notifications = {}
    vim.api.nvim_buf_delete(vim.fn.bufnr(vim.fs.joinpath(folder, 'right.vsm')), { force = true })
    vim.api.nvim_set_current_buf(program)
    vim.fn.delete(folder, 'rf')
  end,
})

table.insert(steps, {
  'a run that takes long can be given up',
  function()
    local program = vim.api.nvim_get_current_buf()
    local long = vim.fn.tempname() .. '.vsm'
    vim.fn.writefile(vim.fn['repeat']({ 'linc $subpeid $lr0v' }, 3000), long)
    vim.cmd.edit(long)
    eventually('the server attaching', function()
      return #vim.lsp.get_clients({ bufnr = 0, name = 'mnc2' }) > 0
    end)
    vim.cmd('$')
    vim.cmd('Mnc2RunToHere')
    vim.cmd('Mnc2Cancel')
    check('messages', notifications, { 'mnc2: the run was cancelled' })
    notifications = {}
    vim.cmd('Mnc2Cancel')
    check('messages when nothing runs', notifications, {})
    -- The server is free again: a short run of the same program is answered.
    local bufnr = vim.api.nvim_get_current_buf()
    check('page', require('mnc2.view').page(bufnr), nil)
    vim.cmd('1Mnc2RunToHere')
    eventually('the next run', function()
      return page_text(bufnr) ~= ''
    end)
    check_contains('page', page_text(bufnr), 'run to line 1: 1 step')
    vim.cmd.only()
    vim.cmd.buffer(program)
    vim.cmd.bwipeout(bufnr)
  end,
})

table.insert(steps, {
  'a program is shortened after its diff was shown, and the lines that bind are marked',
  function()
    local program = vim.api.nvim_get_current_buf()
    local waiting = { 'lpassa $lm0v $lr0v # first', 'nop/2', 'fvmul $lr0v $ls0v $lr8v', 'nop/2' }
    vim.list_extend(waiting, { 'lpassa $lm8v $lr16v', 'nop/2', 'fvmul $lr16v $ls0v $lr24v' })
    local short = {
      'lpassa $lm0v $lr0v # first',
      'lpassa $lm8v $lr16v',
      'fvmul $lr0v $ls0v $lr8v',
      'fvmul $lr16v $ls0v $lr24v',
    }
    local file = vim.fn.tempname() .. '.vsm'
    vim.fn.writefile(waiting, file)
    vim.cmd.edit(file)
    local bufnr = vim.api.nvim_get_current_buf()
    local client = eventually('the server attaching', function()
      return vim.lsp.get_clients({ bufnr = 0, name = 'mnc2' })[1]
    end)
    local function configure(level)
      client:notify('workspace/didChangeConfiguration', { settings = { mnc2 = { shorten = { level = level } } } })
      client.settings = vim.tbl_deep_extend('force', client.settings, { mnc2 = { shorten = { level = level } } })
    end
    configure('order')
    local function lines()
      return vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
    end
    local asked
    local choice = 'Discard'
    local select = vim.ui.select
    vim.ui.select = function(_, options, decide)
      asked = options.prompt
      check('windows in the diff', #vim.tbl_filter(function(window)
        return vim.wo[window].diff
      end, vim.api.nvim_list_wins()), 2)
      decide(choice)
    end

    shorten_until('10 steps before, 4 after; no order is shorter: ', function()
      local question = asked
      asked = nil
      return question
    end)
    check('program that was left alone', lines(), waiting)

    asked, choice = nil, 'Apply'
    vim.api.nvim_win_set_cursor(0, { 1, 0 })
    vim.lsp.buf.code_action({
      apply = true,
      filter = function(action)
        return action.title == 'Shorten this program'
      end,
    })
    eventually('the shorter program', function()
      return vim.deep_equal(lines(), short)
    end)
    check('windows', #vim.api.nvim_list_wins(), 1)
    vim.cmd.undo()
    check('program after an undo', lines(), waiting)
    vim.cmd.redo()

    vim.cmd('Mnc2WhyNoShorter')
    eventually('the reason', function()
      return #notifications > 0
    end)
    check_contains('reason', notifications[1], '4 steps, as before; no order is shorter: ')
    notifications = {}
    local marks = vim.api.nvim_create_namespace('mnc2.binding')
    local count = #vim.tbl_keys(virtual_text(marks, 'virt_text'))
    check('marks', count >= 2, true)
    check('the quickfix list', #vim.fn.getqflist(), count)
    vim.api.nvim_buf_set_lines(bufnr, -1, -1, false, { 'nop' })
    eventually('the marks going away', function()
      return next(virtual_text(marks, 'virt_text')) == nil
    end)

    vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, { 'nop', 'nap', 'nop' })
    vim.cmd('Mnc2Shorten')
    eventually('the refusal', function()
      return #notifications > 0
    end)
    check('refusal', notifications, { 'mnc2: line 2: E0201: unknown opcode `nap`' })
    notifications = {}
    vim.ui.select = select
    configure('forwarding')
    vim.bo[bufnr].modified = false
    vim.cmd.buffer(program)
    vim.cmd.bwipeout(bufnr)
  end,
})

table.insert(steps, {
  'the rules that wrote a proposal are explained in its diff, and the question names the ranges of the proof',
  function()
    local program = vim.api.nvim_get_current_buf()
    local folder = vim.fn.tempname()
    vim.fn.mkdir(folder, 'p')
    vim.fn.writefile({
      'd set $lm0n0c0b0m0p0 2 00000000000000ff000000c800000005',
      '# YOUR VSM WILL BE INSERTED HERE',
      'd getd $ln0n0c0b0m0p0 1 # expect=[0, 0] / UInt @[0],[1]',
      'd getd $ln2n0c0b0m0p0 1 # expect=[2, 2] / UInt @[2],[3]',
    }, vim.fs.joinpath(folder, 'testcase.vsm'))
    local file = vim.fs.joinpath(folder, 'solution.vsm')
    vim.fn.writefile({
      'imm f"8388608" $lr0v',
      'imm f"0.3333333333333333333333" $lr8v',
      'nop',
      'ior $lm0v $lr0v $nowrite',
      'fvadd $aluf -$lr0v $nowrite',
      'fvmul $mauf $lr8v $nowrite',
      'fftoi $mauf $ls0v',
      'iadd $aluf $aluf $nowrite',
      'iadd $aluf $ls0v $nowrite',
      'isub $lm0v $aluf $ln0v',
    }, file)
    vim.cmd.edit(file)
    local bufnr = vim.api.nvim_get_current_buf()
    local client = eventually('the server attaching', function()
      return vim.lsp.get_clients({ bufnr = 0, name = 'mnc2' })[1]
    end)
    local kept = client.settings
    local shorten = { level = 'rewrite', time = 60, ranges = true }
    client:notify('workspace/didChangeConfiguration', { settings = { mnc2 = { shorten = shorten } } })
    client.settings = vim.tbl_deep_extend('force', kept, { mnc2 = { shorten = shorten } })
    local marks = vim.api.nvim_create_namespace('mnc2.binding')
    local asked, explained
    local select = vim.ui.select
    vim.ui.select = function(_, options, decide)
      asked = options.prompt
      explained = virtual_text(marks, 'virt_text')
      decide('Discard')
    end
    local question = shorten_until('10 steps before, 7 after; ', function()
      local question = asked
      asked = nil
      return question
    end)
    check_contains('question', question, 'not for others: LM0+0 0 to 200, LM0+1 5 to 255')
    local texts = table.concat(vim.tbl_values(explained), '\n')
    check_contains('explanations', texts, 'remainders: 1 step saved: ')
    check_contains('explanations', texts, 'order: 2 steps saved: ')
    check('explanations after the choice', virtual_text(marks, 'virt_text'), {})
    vim.ui.select = select
    client.settings = kept
    client:notify('workspace/didChangeConfiguration', { settings = kept })
    vim.cmd.buffer(program)
    vim.cmd.bwipeout(bufnr)
    vim.fn.delete(folder, 'rf')
  end,
})

table.insert(steps, {
  'a finding leads to the page of its code',
  function()
    local program = vim.api.nvim_get_current_buf()
    vim.cmd.edit(vim.fs.joinpath(workspace, 'explained.vsm'))
    local bufnr = vim.api.nvim_get_current_buf()
    vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, { 'lpassa $lm0v $lr1v' })
    eventually('the finding', function()
      return #vim.diagnostic.get(bufnr) > 0
    end)
    vim.api.nvim_win_set_cursor(0, { 1, 16 })
    vim.lsp.buf.code_action({
      apply = true,
      filter = function(action)
        return action.title == 'Explain E0305'
      end,
    })
    local page = eventually('the page', function()
      for _, window in ipairs(vim.api.nvim_list_wins()) do
        if vim.api.nvim_win_get_config(window).relative ~= '' then
          return window
        end
      end
    end)
    local text = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(page), 0, 2, false)
    check_contains('page', table.concat(text, '\n'), 'E0305: misaligned address')
    vim.api.nvim_win_close(page, true)
    vim.bo[bufnr].modified = false
    vim.cmd.buffer(program)
    vim.cmd.bwipeout(bufnr)
  end,
})

table.insert(steps, {
  'the parser colours the program, and all queries fit it',
  function()
    check('highlighter', vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()] ~= nil, true)
    for _, name in ipairs({ 'highlights', 'folds', 'indents', 'locals', 'textobjects' }) do
      check(name, vim.treesitter.query.get('mnc2', name) ~= nil, true)
    end
    -- Without a screen nothing is drawn, and so nothing is parsed.
    vim.treesitter.get_parser(0, 'mnc2'):parse(true)
    local function colours(line, column)
      return vim.tbl_map(function(capture)
        return capture.capture
      end, vim.treesitter.get_captures_at_pos(0, line - 1, column))
    end
    check('colour of a comment', vim.list_contains(colours(line_of('# A line more'), 2), 'comment'), true)
    check('colour of a mnemonic', vim.list_contains(colours(line_of('dvfmau'), 0), 'function.builtin'), true)
  end,
})

table.insert(steps, {
  'checkhealth finds nothing wrong',
  function()
    vim.cmd('checkhealth mnc2')
    local report = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    check_contains('report', report, 'mnc2-lsp')
    for _, word in ipairs({ 'ERROR', 'WARNING' }) do
      if report:find(word, 1, true) then
        fail('checkhealth reports:\n' .. report)
      end
    end
  end,
})

table.insert(steps, {
  'every command, option and highlight is in the help, and the help has its tags',
  function()
    local doc = vim.fs.normalize(vim.fs.joinpath(folder, '../doc'))
    local copy = vim.fn.tempname()
    vim.fn.mkdir(copy, 'p')
    vim.fn.writefile(vim.fn.readfile(vim.fs.joinpath(doc, 'mnc2.txt')), vim.fs.joinpath(copy, 'mnc2.txt'))
    vim.cmd.helptags(vim.fn.fnameescape(copy))
    local tags = {}
    for _, line in ipairs(vim.fn.readfile(vim.fs.joinpath(copy, 'tags'))) do
      tags[line:match('^[^\t]+')] = true
    end
    local wanted = { 'hl-Mnc2Value', 'hl-Mnc2Reached', 'hl-Mnc2Binding', 'mnc2' }
    for name in pairs(vim.api.nvim_get_commands({})) do
      if vim.startswith(name, 'Mnc2') then
        table.insert(wanted, ':' .. name)
      end
    end
    check('commands and more', #wanted >= 3 + 8, true)
    for _, tag in ipairs(wanted) do
      check('help has a tag ' .. tag, tags[tag], true)
    end
    local text = table.concat(vim.fn.readfile(vim.fs.joinpath(copy, 'mnc2.txt')), '\n')
    for link in text:gmatch('|(mnc2[%w-]*)|') do
      check('help knows ' .. link, tags[link], true)
    end
    for option in pairs(require('mnc2.config').defaults) do
      check_contains('help', text, '      ' .. option .. ' = ')
    end
    for setting in pairs(vim.lsp.config.mnc2.settings.mnc2) do
      check_contains('help', text, '\n  ' .. setting .. ' ')
    end
  end,
})

-- The word of the first line of `program`, from the book, and the same with another address that is written.
local word = '0100000000000000000000000101000000000000000010100000000000000000010000000000000000000001000000000000000000000000000000000000000000001000001000000000000000000000000000000000000000000000000000111111111000101000000111110000000000000000000000000111000000000000000000000000000000001100000000000000'
local other_word = word:sub(1, 32) .. '1' .. word:sub(34)
local words_program = { 'lpassa $lm0v $lr0v', 'lpassa $m0v $r0v ' }

table.insert(steps, {
  'the word of a step is shown, and how its fields are known',
  function()
    vim.fn.writefile({ 'i ' .. other_word, 'i ' .. word }, vim.fs.joinpath(workspace, 'words.asm'))
    local file = vim.fs.joinpath(workspace, 'words.vsm')
    vim.fn.writefile(words_program, file)
    vim.cmd.edit(file)
    eventually('the difference from the output', function()
      local found = vim.diagnostic.get(0, { severity = vim.diagnostic.severity.INFO })
      return #found > 0 and found[1].message:find('bits 263:255, GRF0 write address', 1, true)
    end)
    vim.api.nvim_win_set_cursor(0, { 2, 0 })
    vim.cmd('Mnc2Word')
    local float = eventually('the float', function()
      for _, window in ipairs(vim.api.nvim_list_wins()) do
        if vim.api.nvim_win_get_config(window).relative ~= '' then
          return window
        end
      end
    end)
    local page = vim.api.nvim_win_get_buf(float)
    local lines = vim.api.nvim_buf_get_lines(page, 0, -1, false)
    check('the digits', #lines[1], 73)
    check_contains('the fields', table.concat(lines, '\n'), '154:153  lm0_width')
    local namespace = vim.api.nvim_get_namespaces()['mnc2.words']
    local groups = {}
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(page, namespace, 0, -1, { details = true })) do
      groups[mark[4].hl_group] = true
    end
    check('the colours', groups, { DiagnosticOk = true, DiagnosticWarn = true })
    vim.api.nvim_win_close(float, true)
  end,
})

table.insert(steps, {
  'program and output lead to each other, and an output is shown as text',
  function()
    local function jump(line, column)
      vim.api.nvim_win_set_cursor(0, { line, column })
      vim.lsp.buf.definition()
    end
    jump(1, 2)
    eventually('the output', function()
      return vim.fs.basename(vim.api.nvim_buf_get_name(0)) == 'words.asm'
    end)
    check('filetype', vim.bo.filetype, 'mnc2output')
    eventually('the server attaching', function()
      return vim.lsp.get_clients({ bufnr = 0, name = 'mnc2' })[1]
    end)
    vim.api.nvim_win_set_cursor(0, { 2, 0 })
    vim.cmd('Mnc2Disassemble')
    local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
    check_contains('the text', lines[2], 'lpassa $lm0v $lr0v')
    check_contains('the other text', lines[1], 'lpassa $lm0v $lr16v')
    check('the line', vim.api.nvim_win_get_cursor(0)[1], 2)
    check('filetype', vim.bo.filetype, 'mnc2')
    vim.cmd.bwipeout()
    jump(2, 40)
    eventually('the program', function()
      return vim.fs.basename(vim.api.nvim_buf_get_name(0)) == 'words.vsm' and vim.api.nvim_win_get_cursor(0)[1] == 2
    end)
    vim.fn.writefile({ 'mov eax, 1' }, vim.fs.joinpath(workspace, 'other.asm'))
    vim.cmd.edit(vim.fs.joinpath(workspace, 'other.asm'))
    check('what is no output keeps its filetype', vim.bo.filetype ~= 'mnc2output', true)
    vim.cmd.bwipeout()
    vim.cmd.bwipeout(vim.fn.bufnr('words.vsm'))
    vim.cmd.bwipeout(vim.fn.bufnr('words.asm'))
    vim.cmd.buffer(vim.fn.bufnr('program.vsm'))
  end,
})

table.insert(steps, {
  'programs for a linker lead into their .param file',
  function()
    vim.fn.writefile({
      '((:version :0.1)',
      ' (:slot 8 :addr 0 :send_wait_tag #x10)',
      ' (:slot 16 :addr 4096 :recv_wait_tag #x1e))',
    }, vim.fs.joinpath(workspace, 'linked.param'))
    local file = vim.fs.joinpath(workspace, 'linked._vsm')
    vim.fn.writefile({ '@distribute _a from_param 8 size 1 $lm0', '@collect _a to_param 9 size 1 $lm0', '' }, file)
    vim.cmd.edit(file)
    check('filetype', vim.bo.filetype, 'mnc2')
    local found = eventually('the finding', function()
      local found = vim.diagnostic.get(0)
      return #found > 0 and found
    end)
    check('its line', found[1].lnum, 1)
    vim.api.nvim_win_set_cursor(0, { 1, 2 })
    vim.lsp.buf.hover()
    local float = eventually('the explanation', function()
      for _, window in ipairs(vim.api.nvim_list_wins()) do
        if vim.api.nvim_win_get_config(window).relative ~= '' then
          return window
        end
      end
    end)
    local text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float), 0, -1, false), '\n')
    check_contains('the explanation', text, 'PDM')
    vim.api.nvim_win_close(float, true)
    vim.api.nvim_buf_set_lines(0, 2, 3, false, { '@' })
    vim.api.nvim_win_set_cursor(0, { 3, 1 })
    vim.cmd.startinsert({ bang = true })
    local answers = vim.lsp.buf_request_sync(0, 'textDocument/completion', vim.lsp.util.make_position_params(0, 'utf-16'), patience)
    vim.cmd.stopinsert()
    local labels = {}
    for _, answer in pairs(answers or {}) do
      for _, item in ipairs(answer.result.items or answer.result) do
        labels[item.label] = true
      end
    end
    check('directives are offered', labels['@distribute'] and labels['@collect'], true)
    vim.api.nvim_win_set_cursor(0, { 1, 26 })
    vim.lsp.buf.definition()
    eventually('the slot', function()
      return vim.fs.basename(vim.api.nvim_buf_get_name(0)) == 'linked.param' and vim.api.nvim_win_get_cursor(0)[1] == 2
    end)
    vim.cmd.bwipeout()
    vim.cmd.bwipeout({ args = { file }, bang = true })
    vim.cmd.buffer(vim.fn.bufnr('program.vsm'))
  end,
})

table.insert(steps, {
  'without the parser regular expressions colour the program',
  function()
    local bufnr = vim.fn.bufnr('program.vsm')
    vim.cmd.buffer(bufnr)
    vim.treesitter.stop(bufnr)
    vim.bo.syntax = 'mnc2'
    local function colour(line, column)
      return vim.fn.synIDattr(vim.fn.synIDtrans(vim.fn.synID(line, column, 1)), 'name')
    end
    check('comment', colour(1, 1), 'Comment')
    check('mnemonic', colour(line_of('dvfmau'), 1), 'Function')
  end,
})

table.insert(steps, {
  'the server ends with the editor',
  function()
    local client = vim.lsp.get_clients({ name = 'mnc2' })[1]
    client:stop()
    eventually('the server stopping', function()
      return client:is_stopped()
    end)
    check('unexpected messages', notifications, {})
  end,
})

for number, step in ipairs(steps) do
  local fine, problem = xpcall(step[2], function(err)
    return type(err) == 'string' and err or vim.inspect(err)
  end)
  if not fine then
    say(('not ok %d - %s\n%s'):format(number, step[1], problem))
    for _, message in ipairs(notifications) do
      say('message: ' .. message)
    end
    say('messages: ' .. vim.fn.execute('messages'))
    vim.cmd('cquit! 1')
  end
  say(('ok %d - %s'):format(number, step[1]))
end
say(('1..%d'):format(#steps))
vim.cmd('qall!')
