#~ mlen: 512
    mmov.mv.i m0, m1[8]     #~ error[RV0305] row 8 does not fit
    mmov.mv.i m0, m1[-1]    #~ error[RV0305] row -1 does not fit
    .equ ROW, 4
    mmov.mv.i m0, m1[ROW * 2] #~ error[RV0305] row 8 does not fit
# near misses
    mmov.mv.i m0, m1[7]
    mmov.mv.i m0, m1[ROW]
    mmov.mv.i m0, m1[OTHER * 2]
