#~ xmisa: 0x82
    mcfg zero, t0
    mmaqa.b m2, m1, m0
    mmaqa.h m2, m1, m0      #~ warning[RV0406] lacks MATRIX_MULT_I16I64, bit 2
    fmmacc.s m2, m1, m0     #~ warning[RV0406] lacks MATRIX_MULT_F32F32, bit 4
    fwmmacc.h m2, m1, m0    #~ warning[RV0406] lacks MATRIX_MULT_F16F32, bit 8
    pmmaqa.b m2, m1, m0     #~ warning[RV0406] lacks MATRIX_MULT_I4I32, bit 0
    madd.d.mm m2, m1, m0    #~ warning[RV0406] lacks MATRIX_PW_I64, bit 6
# near misses
    madd.s.mm m2, m1, m0
    mldd m0, t0, (a0)
    mmov.mm m0, m1
