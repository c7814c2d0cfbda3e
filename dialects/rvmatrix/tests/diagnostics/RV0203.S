    mlae8 m0, (a0), t0      #~ warning[RV0203] later version
    mfmacc.s m2, m1, m0     #~ warning[RV0203] later version
    msettilek t0            #~ warning[RV0203] later version
    mzero m0                #~ warning[RV0203] later version
# near misses
    .macro mpack d, a, b
    nop
    .endm
    mpack m0, m1, m2
    mlae a0
    mrelease
