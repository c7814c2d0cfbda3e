# mnc2: language=rvmatrix version=0.6 a0=0x1000 a1=0x1100 a2=0x1200 a3=20 a4=4
# Version 0.6: a product of 8-bit integers, tile by tile along K.
# a0: A, a1: B, whose rows are the columns of the product, a2: C; a3: bytes of a row of A and B, a4: elements of a row of C.
    msettilemi      4                           # rows of A and C
    msettileni      4                           # rows of B, columns of C
    slli            a4, a4, 2                   # bytes of a row of C
    csrr            t0, xtrlenb                 # bytes of a row of a tile register, which are elements here
    mzero           acc0
    mv              t1, a3
along_k:
    mv              t2, t1
    bleu            t1, t0, last                # the last tile may be narrower
    mv              t2, t0
last:
    msettilek       t2                          # columns of A and B
    mlae8           tr0, (a0), a3
    mlbe8           tr1, (a1), a3
    mmacc.w.b       acc0, tr1, tr0              # C += A * transpose(B)
    add             a0, a0, t2
    add             a1, a1, t2
    sub             t1, t1, t2
    bnez            t1, along_k
    msce32          acc0, (a2), a4
    ret
