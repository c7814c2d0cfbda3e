    mmov.mx m0, t0          #~ error[RV0304] `t0` does not fit
    mmov.mv.x m0, m1[x7]    #~ error[RV0304] `x7` does not fit
    mmov.mv.x m0, m1[a6]    #~ error[RV0304] `a6` does not fit
# near misses
    mmov.mx m0, s0
    mmov.mx m0, fp
    mmov.mx m0, a5
    mmov.mv.x m0, m1[x15]
