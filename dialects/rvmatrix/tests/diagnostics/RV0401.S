    mcfg zero, t0
    mmaqa.b m0, m1, m0      #~ warning[RV0401] `m0` is read as A and written as C
    mmaqa.b m1, m1, m0      #~ warning[RV0401] `m1` is read as B and written as C
    fmmacc.h m3, m2, m0     #~ warning[RV0401] `m3` is read as B and written as C
    mmaqa.h m2, m3, m1      #~ warning[RV0401] `m3` is read as B and written as C
    fwmmacc.s m4, m1, m5    #~ warning[RV0401] `m5` is read as A and written as C
# near misses: A and B may be one register, and everything else may overlap
    mmaqa.b m2, m1, m1
    fmmacc.h m4, m2, m3
    mmaqa.h m2, m1, m4
    madd.s.mm m0, m0, m0
    mmov.mv.i m2, m2[1]
