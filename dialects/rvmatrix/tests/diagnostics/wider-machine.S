#~ mlen: 256
    mmov.mv.i m0, m1[7]
    li t0, 0x00200808
    mcfg zero, t0
    mmaqa.b m2, m1, m0
    li t0, 0x00210808
    mcfg zero, t0
    mmaqa.b m2, m1, m0      #~ warning[RV0501] with sizeK 33
                            #~^^ note it is set here
