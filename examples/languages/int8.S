# mnc2: language=rvmatrix a0=0x1000 a1=0x1100 a2=0x1200 a3=0x1200
# C += A times the transpose of B, for 4 rows of 16 numbers of 8 bits each.
    li              t0, 0x00100404              # sizeK 16 bytes, sizeN 4, sizeM 4
    mcfg            zero, t0
    li              t1, 16
    mldb            m0, t1, (a0)                # A: 4 rows of 16 int8
    mldb            m1, t1, (a1)                # B, its rows are the columns of the product
    mldw            m2, t1, (a2)                # C: 4 x 4 int32
    mmaqa.b         m2, m1, m0
    mstw            m2, t1, (a3)
    ret
