    mcfg zero, t0
    mmov.mm m0, a0          #~ error[RV0302] `a0` stands where a matrix register
    mmov.mm m0, m1[a0]      #~ error[RV0302] `m1[a0]` stands where `ms1` does
    mmov.mv.x m0, m1[2]     #~ error[RV0302] stands where `ms1[rs1]` does
    mmov.mv.i m0, m1[a0]    #~ error[RV0302] `a0` stands where a number does
    mmov.mv.i m0, m1        #~ error[RV0302] stands where `ms1[uimm3]` does
    mmov.mx m0, m1          #~ error[RV0302] `m1` stands where one of
    mldb m0, 16, (a0)       #~ error[RV0302] `16` stands where `rs2` does
    mldb m0, t0, a0         #~ error[RV0302] an address is written in parentheses
    mldb m0, t0, (a0        #~ error[RV0302]
    mcfgk zero, 16          #~ error[RV0302] `16` stands where `rs1` does
    mcfgki zero, t0         #~ error[RV0302] `t0` stands where a number does
    mmov.mm m0,, m1         #~ error[RV0301] has 2 operands, not 3
    mmov.mm , m1            #~ error[RV0302] an operand is missing
    mcfgk a, t0             #~ error[RV0302] `a` stands where an integer register
# near misses: names with a meaning that is not seen here
#define DST m4
#define ROW m0[0]
    .equ HALF, 8
    mmov.mm DST, m0
    mmov.mv.i m4, ROW
    mcfgki zero, HALF
    mcfgki zero, HALF * 2
    mcfgki zero, EXTERNAL
    mmov.mv.i m4, m0[HALF - 8]
    mldb m0, t0, 0(a0)
    mldb m0, t0, (x10)
