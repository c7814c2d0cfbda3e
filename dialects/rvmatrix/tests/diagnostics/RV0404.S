    mmov.mv.i m0, m1[4]     #~ warning[RV0404] there is no row 4
    li a0, 4
    mmov.mv.x m0, m1[a0]    #~ warning[RV0404] there is no row 4
# near misses
    mmov.mv.i m0, m1[3]
    li a0, 3
    mmov.mv.x m0, m1[a0]
    lw a0, 0(a1)
    mmov.mv.x m0, m1[a0]
