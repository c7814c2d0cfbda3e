    mcfgki zero, 128        #~ error[RV0306] 128 does not fit
    mcfgmi zero, -1         #~ error[RV0306] -1 does not fit
# near misses
    mcfgki zero, 127
    mcfgki zero, 0
    mcfgki zero, 0x7f
