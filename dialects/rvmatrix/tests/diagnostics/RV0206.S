#~ version: 0.2
    mcfgmi zero, 1
    mzero m0                #~ warning[RV0206] `mzero` is of version 0.3 and 0.6; the text is read as version 0.2
                            #~^ help 3 words of the text are of version 0.3
                            #~^^ help chosen outside of the text
    csrr a0, xrlenb
    mdupd.m.x m1, t0
# near misses
    csrr a1, xmlenb
    csrr a1, xmisa
    mcfgki zero, 16
    mdupd m1, t0            #~ error[RV0201]
    .macro mduph.m.x to
    nop
    .endm
    mduph.m.x 1
