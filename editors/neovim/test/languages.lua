-- Assembly in another language, in a Neovim that is set up by the lines of docs/languages/README.md. Started by .ci/neovim after
-- test/init.lua and those lines; needs mnc2-lsp on PATH. Ends Neovim with status 0, or 1 after the first failure.

local test = debug.getinfo(1, 'S').source:sub(2)
local kernel = vim.fs.normalize(vim.fs.joinpath(vim.fs.dirname(vim.fs.abspath(test)), '../../test/kernel.S'))
local workspace = vim.fn.tempname()

-- Longest wait for the server, in milliseconds; only a failure takes that long.
local patience = 60000

local function eventually(what, condition)
  local found
  local done = vim.wait(patience, function()
    found = condition()
    return found
  end, 20)
  assert(done, ('%s did not happen within %d ms'):format(what, patience))
  return found
end

local function open(folder)
  vim.fn.mkdir(folder, 'p')
  local file = vim.fs.joinpath(folder, 'kernel.S')
  assert(vim.uv.fs_copyfile(kernel, file))
  vim.cmd.edit(file)
  assert(vim.bo.filetype == 'asm', vim.bo.filetype)
  return eventually('the server attaching', function()
    return vim.lsp.get_clients({ bufnr = 0, name = 'mnc2' })[1]
  end)
end

local function codes()
  local found = vim.tbl_map(function(one)
    return one.code
  end, vim.diagnostic.get(0))
  table.sort(found)
  return table.concat(found, ' ')
end

local function hover(client, line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local answer = assert(client:request_sync('textDocument/hover', params, patience, 0))
  return answer.result and answer.result.contents and answer.result.contents.value or ''
end

local function run()
  local client = open(vim.fs.joinpath(workspace, 'silent'))
  assert(hover(client, 6, 5) == '', 'no one names a language')
  assert(codes() == '', codes())
  io.stdout:write('ok 1 - nothing is said where no language is named\n')

  local named = vim.fs.joinpath(workspace, 'named')
  vim.fn.mkdir(named, 'p')
  vim.fn.writefile({ '[languages]', [['*.S' = 'rvmatrix']] }, vim.fs.joinpath(named, 'mnc2.toml'))
  client = open(named)
  eventually('the findings', function()
    return codes() == 'RV0202 RV0401'
  end)
  local said = hover(client, 6, 5)
  assert(said:find('fmmacc.s', 1, true) and said:find('rvmatrix@0.2', 1, true), said)
  io.stdout:write('ok 2 - findings and hover where mnc2.toml names it\n')

  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local answer = assert(client:request_sync('textDocument/completion', params, patience, 0))
  local labels = vim.tbl_map(function(item)
    return item.label
  end, answer.result.items)
  assert(vim.list_contains(labels, 'fmmacc.s'), table.concat(labels, ' '))
  io.stdout:write('ok 3 - completion has the mnemonics\n')

  vim.api.nvim_win_set_cursor(0, { 5, 5 })
  vim.lsp.buf.code_action({
    apply = true,
    context = { only = { 'quickfix' }, diagnostics = {} },
    -- Findings can be silenced, too.
    filter = function(action)
      return action.title:find('insert `zero`', 1, true) == 1
    end,
  })
  eventually('the fix', function()
    return vim.api.nvim_get_current_line():find('mcfgmi%s+zero, 2') ~= nil
  end)
  eventually('its finding going away', function()
    return codes() == 'RV0401'
  end)
  io.stdout:write('ok 4 - a code action fixes the line\n1..4\n')
end

local fine, problem = xpcall(run, debug.traceback)
if not fine then
  io.stdout:write('not ok - ' .. problem .. '\n' .. vim.fn.execute('messages') .. '\n')
  vim.cmd('cquit! 1')
end
vim.cmd('qall!')
