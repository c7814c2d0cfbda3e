    mlae8 m0, (a0), t0      #~ warning[RV0203] later version
    mfmacc.s m2, m1, m0     #~ warning[RV0203] later version
    msettilek t0            #~ warning[RV0203] later version
    madd.w.mm m0, m1, m2    #~ warning[RV0203] later version
    mfadd.s.mm m0, m1, m2   #~ warning[RV0203] later version
    mumax.w.mv.i m0, m1, m2[0] #~ warning[RV0203] later version
    mn4clipl.w.mm m0, m1, m2 #~ warning[RV0203] later version
    mfcvtl.s.h m0, m1       #~ warning[RV0203] later version
    mzero8r m0              #~ warning[RV0203] later version
# near misses
    mmax a0, a1
    mfadd m0, m1            #~ error[RV0201]
    mzero16r m0             #~ error[RV0201]
    .macro mpack d, a, b
    nop
    .endm
    mpack m0, m1, m2
    mlae a0
    mrelease
