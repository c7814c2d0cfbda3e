# Plain words are arguments of macros.
    .altmacro
    .macro copy dst, src
    mmov.mm dst, src
    .endm
    copy m0, m1
    mmov.mm m0, a0          #~ error[RV0302] is expected here, not `a0`
