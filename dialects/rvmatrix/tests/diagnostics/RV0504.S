    li t0, 0x00100404
    mcfg zero, t0
    li t1, 8
    mstb m0, t1, (a0)       #~ hint[RV0504] rows are 8 bytes apart and 16 bytes long
                            #~^^^ note sizeK is set here
    mstb m0, zero, (a0)     #~ hint[RV0504] rows are 0 bytes apart
# near misses: loads, single rows, and rows that fit
    mldb m0, t1, (a0)
    li t1, 16
    mstb m0, t1, (a0)
    li t1, -16
    mstb m0, t1, (a0)
    mcfgmi zero, 1
    mstb m0, zero, (a0)
    mstb m0, a5, (a0)
    li t0, 0x00070202
    mcfg zero, t0
    li t1, 4
    mstw m0, t1, (a0)       #~ info[RV0503] not a whole number of 32-bit elements
                            #~^^^ note it is set here
