    mcfg zero, t0
    mmov.mm m0, a0          #~ error[RV0302] a matrix register
    mmov.mm m0, m1[a0]      #~ error[RV0302] `ms1` is expected here, not `m1[a0]`
    mmov.mv.x m0, m1[2]     #~ error[RV0302] `ms1[rs1]` is expected here
    mmov.mv.i m0, m1[a0]    #~ error[RV0302] a number is expected here, not `a0`
    mmov.mv.i m0, m1        #~ error[RV0302] `ms1[uimm3]` is expected here
    mmov.mx m0, m1          #~ error[RV0302] one of
    mldb m0, 16, (a0)       #~ error[RV0302] `rs2` is expected here, not `16`
    mldb m0, t0, a0         #~ error[RV0302] an address is written in parentheses
    mldb m0, t0, (a0        #~ error[RV0302]
    mcfgk zero, 16          #~ error[RV0302] `rs1` is expected here, not `16`
    mcfgki zero, t0         #~ error[RV0302] a number is expected here, not `t0`
    mmov.mm m0,, m1         #~ error[RV0301] has 2 operands, not 3
    mmov.mm , m1            #~ error[RV0302] an operand is missing
    mcfgk a, t0             #~ error[RV0302] an integer register
# near misses: names with a meaning that is not seen here
#define DST m4
#define ROW m0[0]
    .equ HALF, 2
    mmov.mm DST, m0
    mmov.mv.i m4, ROW
    mcfgki zero, HALF
    mcfgki zero, HALF * 2
    mcfgki zero, EXTERNAL
    mmov.mv.i m4, m0[HALF - 2]
    mldb m0, t0, 0(a0)
    mldb m0, t0, (x10)
