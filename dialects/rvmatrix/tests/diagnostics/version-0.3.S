#~ version: 0.3
    mcfgki zero, 6
    mcfgmi zero, 1
    mldw m0, t1, (a0)       #~ warning[RV0501] `mldw` is illegal with sizeK 6: it is not a whole number of 32-bit elements
                            #~^^^ note it is set here
    mdupb.mx m1, t0         #~ error[RV0201] the extension has no instruction `mdupb.mx`
    mmovb.x.m a0, m1        #~ error[RV0301] `mmovb.x.m` has 3 operands, not 2: `rd, ms2, rs1`
    mzero a0                #~ error[RV0302]
    csrw xrlenb, t0         #~ error[RV0308] `xrlenb` cannot be written
    mlae8 m0, (a0), t0      #~ warning[RV0206] `mlae8` is of version 0.6; the text is read as version 0.3
# near misses
    mcfgki zero, 8
    mzero m0
    mrelease
    msldb m0, t1, (a0)
    mmov.mv.i m0, m1[7]
    csrr t0, xmcsr
    mmovd.m.x m7, t6, t5
