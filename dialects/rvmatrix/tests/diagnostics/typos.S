    mcfgmi zero, 2
    mmqa.b m0, m1, m2       #~ error[RV0201] not an instruction of the extension
    mldq m3, a1, (a0)       #~ error[RV0201]
    fmmac.s m2, m1, m0      #~ error[RV0201]
    add m0, m1, m2          #~ error[RV0201]
    mmox.mv.x m2, m3[s0]    #~ error[RV0201]
# near misses: labels, constants, macros and what a macro fills in
    .equ m5, 4
    addi a0, a0, m5
    j m6
m6: .word m6
    .macro twice a
    quadruple \a, \a
    .endm
    .macro quadruple a, b
    mmov.mm \a, \b
    .endm
    twice m1
    quadruple m1, m2
    mcfgx a0, a1
