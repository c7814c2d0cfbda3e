# mnc2: language=rvmatrix version=0.3 a0=0x1000 a1=0x1100 a2=0x1200
# Version 0.3: a product of 8-bit integers, whose diagonal becomes numbers with a fraction.
    li              t0, 0x00100404              # sizeK 16 bytes, sizeN 4, sizeM 4
    mcfg            zero, t0
    csrr            t1, xrlenb                  # the bytes of a row: 16 with MLEN 128
    mldb            m0, t1, (a0)                # A: 4 rows of 16 int8
    mldb            m1, t1, (a1)                # B, its rows are the columns of the product
    mzero           m2
    mmaqa.b         m2, m1, m0
    li              t2, 0
    li              t3, 16                      # elements of 32 bits in a register
    li              t4, 3
    fcvt.s.w        fa1, t4
diagonal:
    mmovw.x.m       t5, m2, t2                  # element [i][i], counted row by row
    fcvt.s.w        fa0, t5
    fdiv.s          fa0, fa0, fa1               # a third of it, rounded to the nearest
    fsw             fa0, 0(a2)
    addi            a2, a2, 4
    addi            t2, t2, 5
    blt             t2, t3, diagonal
    ret
