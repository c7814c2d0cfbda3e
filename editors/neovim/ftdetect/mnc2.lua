vim.filetype.add({
  extension = vim.tbl_extend('error', { vsm = 'mnc2', _vsm = 'mnc2' }, require('mnc2.languages').extension),
  pattern = {
    -- The extension belongs to every assembler: the first line that is not blank decides.
    ['.*%.asm'] = {
      function(_, bufnr)
        for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr or 0, 0, 16, false)) do
          if not line:match('^%s*$') and not line:match('^%s*#') then
            local digits = line:match('^%s*[ijm]%s*([01]+)')
            return digits and #digits >= 64 and 'mnc2output' or nil
          end
        end
      end,
      { priority = 10 },
    },
  },
})
