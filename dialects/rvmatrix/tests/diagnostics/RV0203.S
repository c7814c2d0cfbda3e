#~ version: 0.3
    mfwadd.s.mm m0, m1, m2  #~ warning[RV0203] later version
    mfmacc.q m2, m1, m0     #~ warning[RV0203] later version
    mfwcvt.s.h m0, m1       #~ warning[RV0203] later version
# near misses
    mmax a0, a1
    mfadd m0, m1            #~ error[RV0201]
    mzero16r m0             #~ error[RV0201]
    .macro mfwmul.s.mm d, a, b
    nop
    .endm
    mfwmul.s.mm m0, m1, m2
    mlae a0
    mrelease
