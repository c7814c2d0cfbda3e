    mcfg zero, t0
    mmaqu.b m2, m1, m0      #~ error[RV0202] writes `mmaqau.b`
    pmmaqu.b m2, m1, m0     #~ error[RV0202] writes `pmmaqau.b`
    mld.b m0, t0, (a0)      #~ error[RV0202] writes `mldb`
    mld1m.b m0, (a0)        #~ error[RV0202] writes `mld1mb`
    mldm1b m0, (a0)         #~ error[RV0202] writes `mld1mb`
    fmacc.s m2, m1, m0      #~ error[RV0202] writes `fmmacc.s`
    mcfgmi 2                #~ error[RV0202] needs the register that receives
    mcfgk t0                #~ error[RV0202] needs the register that receives
    mmul.s.mx m2, m1, m0    #~ error[RV0202] with three matrices it is `mmul.s.mm`
    csrr a0, xmsat          #~ error[RV0202] writes `xmxsat`
# near misses
    mmaqau.b m2, m1, m0
    mcfgmi zero, 2
    mmul.s.mx m2, m1, a0
    mmul.s.mm m2, m1, m0
    csrr a0, xmxsat
    csrr xmsat, xmxsat
