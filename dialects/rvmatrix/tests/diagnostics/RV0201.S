    mcfgmi zero, 2
    mmaqa.w m2, m1, m0      #~ error[RV0201] no instruction `mmaqa.w`
    madd.s m2, m1, m0       #~ error[RV0201] no instruction `madd.s`
    mld3mb m0, (a0)         #~ error[RV0201] no instruction `mld3mb`
    mshift.s.mm m0, m1, m2  #~ error[RV0201] no instruction `mshift.s.mm`
    mmov m0, m1             #~ error[RV0201] not an instruction of the extension
# near misses: macros, base instructions, and what looks a little like ours
    .macro mmaqa.x d, a
    mmaqa.b \d, \a, \a
    .endm
    mmaqa.x m2, m1
    fmadd.s fa0, fa1, fa2, fa3
    mul a0, a1, a2
    mload a0, a1
    mstart: mret
    MATRIX_LOOP(a0, 4)
