    mmov.mm m0              #~ error[RV0301] has 2 operands, not 1: `md, ms1`
    mcfg zero, t0, t1       #~ error[RV0301] has 2 operands, not 3
    mrelease m0             #~ error[RV0301] has no operands
    mldb m0, (a0)           #~ error[RV0301] has 3 operands, not 2
# near misses: a macro can fill in several
    .macro move all, last
    mmov.mm \all
    mmov.mm \all, \last
    .endm
    mrelease
