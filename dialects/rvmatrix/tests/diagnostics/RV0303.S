    mmov.mm m8, m1          #~ error[RV0303] no matrix register `m8`
    mmov.mm m0, m10         #~ error[RV0303] no matrix register `m10`
    mmov.mv.x m0, m9[a0]    #~ error[RV0303] no matrix register `m9`
# near misses: a name of the preprocessor may stand for any register
    mmov.mm m7, m0
#define m11 m0
    mmov.mm m7, m11
