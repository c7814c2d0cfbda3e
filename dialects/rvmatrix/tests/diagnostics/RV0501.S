    mcfgmi zero, 5
    mcfgki zero, 16
    mldb m0, t0, (a0)       #~ warning[RV0501] illegal with sizeM 5: with MLEN 128 it is 4 at most
                            #~^^^ note it is set here
    mldb m1, t0, (a1)
    li t1, 0x00200404
    mcfg zero, t1
    mmaqa.b m2, m1, m0      #~ warning[RV0501] illegal with sizeK 32
                            #~^^ note it is set here
    addi t1, zero, 0
    mcfgn zero, t1
    mcfgki zero, 16
    mmaqa.b m2, m1, m0      #~ warning[RV0501] illegal with sizeN 0
                            #~^^^ note it is set here
    lui t2, 0x100
    addiw t2, t2, 0x404
    mcfg a0, t2
    mmaqa.b m2, m1, m0
    addi a0, a0, 1
    mcfgm zero, a0
    mmaqa.b m2, m1, m0      #~ warning[RV0501] illegal with sizeM 5
                            #~^^ note it is set here
    .rept 2
    mcfgmi zero, 6
    mldb m0, t0, (a0)       #~ warning[RV0501] illegal with sizeM 6
                            #~^^ note it is set here
    .endr
# near misses: what only some instructions depend on, and what is not known
    mcfgmi zero, 4
    mcfgni zero, 9
    mldb m0, t0, (a0)
    mmov.mm m0, m1
    mst1mb m0, (a0)
    mcfgni zero, 8
    fmmacc.h m4, m2, m0
    mcfgni zero, 4
    mmaqa.b m2, m1, m0
    mcfgmi zero, 9
    lw t0, (a0)
    mcfg zero, t0
    mldb m0, t0, (a0)
    mcfgmi zero, 9
other:
    mldb m0, t0, (a0)
    mcfgmi zero, 9
    call elsewhere
    mldb m0, t0, (a0)
    li t0, 0x00200404
    SOME_MACRO t0
    mcfg zero, t0
    mldb m0, t0, (a0)
    mcfgki zero, 16
    li t0, 5
    fsrm t0, t1
    mcfgm zero, t0
    mldb m0, t0, (a0)
    li t0, 3
    .rept 2
    addi t0, t0, 1
    .endr
    mcfgm zero, t0
    mldb m0, t0, (a0)
    mcfgmi zero, 5
    .irp size, 4, 3
    mcfgmi zero, \size
    .endr
    mldb m0, t0, (a0)
    mcfgmi zero, 9
#ifdef SMALL
    mcfgmi zero, 2
#endif
    mldb m0, t0, (a0)
