vim.filetype.add({ extension = { vsm = 'mnc2', _vsm = 'mnc2' } })
