    # What macros and repetitions make is judged: at the call, or where the body of a repetition has it.
    .macro move to
    mmov.mm \to, m1
    .endm
    move m9                 #~ error[RV0303]
    move m2
    .rept 2
    mmov.mm m9, m1          #~ error[RV0303]
    .endr
    .irp row, 1, 9          #~ error[RV0305]
    mmov.mv.i m3, m4[\row]
    .endr
