    mld4mb m1, (a0)         #~ warning[RV0402] the first of 4 registers is a multiple of 4
    mld2mb m1, (a0)         #~ warning[RV0402] multiple of 2
    mst8md m4, (a0)         #~ warning[RV0402] multiple of 8
# near misses
    mld4mb m4, (a0)
    mld2mb m6, (a0)
    mst8md m0, (a0)
    mld1mb m7, (a0)
