# NP0508: shift by more than 31. All 32 bits of the amount count: from 32 on no bit of the value is left.
shli s0, s0, 32                          #~ warning[NP0508]
ashri s0, s0, -1                         #~ warning[NP0508]
movei s1, 40
shr_i32 s0, s0, s1                       #~ warning[NP0508]

# near misses
shli s0, s0, 31
shri s0, s0, 0
movei s1, 31
shr_i32 s0, s0, s1
shr_i32 s0, s0, s2
