    li t0, 0x00060202
    mcfg zero, t0
    mldw m0, t1, (a0)       #~ info[RV0503] not a whole number of 32-bit elements
                            #~^^ note it is set here
# near misses
    mldh m0, t1, (a0)
    mcfgki zero, 8
    mldw m0, t1, (a0)
