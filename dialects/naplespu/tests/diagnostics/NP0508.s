# NP0508: shift by more than 31. All 32 bits of the amount are significant: from 32 on shl and shr give 0, and ashr leaves only bits of the sign, from 64 on 0.
shli s0, s0, 32                          #~ warning[NP0508] gives 0
ashri s0, s0, -1                         #~ warning[NP0508] gives 0
ashri s0, s0, 64                         #~ warning[NP0508] gives 0
ashri s0, s0, 63                         #~ warning[NP0508] copies of the sign bit
movei s1, 40
shr_i32 s0, s0, s1                       #~ warning[NP0508]

# near misses
shli s0, s0, 31
shri s0, s0, 0
movei s1, 31
shr_i32 s0, s0, s1
shr_i32 s0, s0, s2
