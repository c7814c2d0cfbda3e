#~ version: 0.6
    mfmacc.s.bf16 acc0, tr1, tr0 #~ error[RV0207] differ in the bits for its formats
    mfcvtl.e5.s acc0, acc1  #~ error[RV0207] differ in the bits for its formats
    mlme8 tr0, (a0), t0     #~ error[RV0207] describes it with a stride, and lists it without one
    msme64 acc3, (a0)       #~ error[RV0207] with a stride
    mbce16 tr0, tr1[0]      #~ error[RV0207] the list of instructions of version 0.6 lacks it
# near misses
    mfmacc.s.h acc0, tr1, tr0    #~ warning[RV0502] depends on the matrix size, and nothing before it sets one
                            #~^ help `msettilem`, `msettilen` and `msettilek` set it
    mfcvtl.e5.h acc0, acc1
    mlme128 tr0, (a0)       #~ error[RV0201]
    .macro msme8 from, to
    nop
    .endm
    msme8 tr0, a0
