    mcfg zero, t0
    fmmacc.h m0, m3, m1     #~ warning[RV0403] B of `fmmacc.h` is a pair
    fmmacc.d m1, m4, m3     #~ warning[RV0403] C of `fmmacc.d` is a pair
    fwmmacc.s m1, m4, m3    #~ warning[RV0403] C of `fwmmacc.s` is a pair
    mmaqau.h m1, m0, m4     #~ warning[RV0403] C of `mmaqau.h` is a pair
# near misses
    fmmacc.h m5, m2, m1
    fmmacc.s m5, m3, m1
    fwmmacc.h m5, m3, m1
    mmaqa.b m5, m3, m1
    mmaqa.h m4, m3, m1
    madd.d.mm m1, m3, m5
