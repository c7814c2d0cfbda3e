vim.filetype.add({ extension = { vsm = 'mnc2' } })
