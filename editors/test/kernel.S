# A kernel of the RISC-V matrix extension, as every editor is tested with: line 5 has a fix, line 6 a warning.
kernel:
    li       t0, 0x00100404
    mcfg     zero, t0
    mcfgmi   2
    fmmacc.s m0, m0, m1
    ret
