    mcfgi a0, 12            #~ warning[RV0405] `mcfgi` is reserved
# near misses
    mcfgki a0, 12
    mcfg a0, t0
