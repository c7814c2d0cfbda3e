# NP0512: write to v59. The hardware takes a write to v59 for one to rm, which has the same number.
f: movei v59, 1                          #~ warning[NP0512]

# near misses
f: movei v58, 1
add_i32 v1, v59, v59
