-- Programs in C++ and Markdown files, in a Neovim with the plugin alone. Started by .ci/neovim after test/init.lua; needs mnc2-lsp
-- on PATH. Ends Neovim with status 0, or 1 after the first failure.

local test = debug.getinfo(1, 'S').source:sub(2)
local files = vim.fs.normalize(vim.fs.joinpath(vim.fs.dirname(vim.fs.abspath(test)), '../../test'))
local workspace = vim.fn.tempname()

-- Longest wait for the server, in milliseconds; only a failure takes that long.
local patience = 60000

local function eventually(what, condition)
  assert(vim.wait(patience, condition, 20), ('%s did not happen within %d ms'):format(what, patience))
end

--- Opens a copy of a file, and waits for its findings: code, line and column of each.
local function open(name, expected)
  vim.fn.mkdir(workspace, 'p')
  local file = vim.fs.joinpath(workspace, name)
  assert(vim.uv.fs_copyfile(vim.fs.joinpath(files, name), file))
  vim.cmd.edit(file)
  eventually('the findings of ' .. name, function()
    local found = vim.tbl_map(function(one)
      return ('%s %d:%d'):format(one.code, one.lnum + 1, one.col + 1)
    end, vim.diagnostic.get(0))
    return table.concat(found, ', ') == expected
  end)
  return assert(vim.lsp.get_clients({ bufnr = 0, name = 'mnc2' })[1])
end

local function request(client, method, line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local answer = assert(client:request_sync(method, params, patience, 0))
  assert(not answer.err, vim.inspect(answer.err))
  return answer.result
end

local function run()
  local client = open('embedded.md', 'E0201 6:3')
  local said = request(client, 'textDocument/hover', 8, 3)
  assert(said.contents.value:find('lpassa', 1, true), vim.inspect(said))
  assert(request(client, 'textDocument/hover', 3, 3) == nil, 'the page is not a program')
  io.stdout:write('ok 1 - findings and hover in a code block of Markdown\n')

  vim.api.nvim_win_set_cursor(0, { 6, 3 })
  vim.lsp.buf.code_action({
    apply = true,
    context = { only = { 'quickfix' }, diagnostics = {} },
    filter = function(action)
      return action.title:find('lpassa', 1, true) ~= nil
    end,
  })
  eventually('the fix', function()
    return vim.api.nvim_buf_get_lines(0, 5, 6, true)[1] == '> lpassa $lm0v $lr0v'
  end)
  eventually('its finding going away', function()
    return #vim.diagnostic.get(0) == 0
  end)
  io.stdout:write('ok 2 - a fix edits the page\n')

  client = open('embedded.cpp', 'TC0201 4:19')
  local found = request(client, 'textDocument/definition', 4, 10)
  assert(found[1] and found[1].range.start.line == 2, vim.inspect(found))
  local labels = vim.tbl_map(function(item)
    return item.label
  end, request(client, 'textDocument/completion', 4, 3).items)
  assert(vim.list_contains(labels, 'axpby'), table.concat(labels, ' '))
  io.stdout:write('ok 3 - definition and completion in a raw string of C++\n1..3\n')
end

local fine, problem = xpcall(run, debug.traceback)
vim.fn.delete(workspace, 'rf')
if not fine then
  io.stdout:write('not ok - ' .. problem .. '\n' .. vim.fn.execute('messages') .. '\n')
  vim.cmd('cquit! 1')
end
vim.cmd('qall!')
