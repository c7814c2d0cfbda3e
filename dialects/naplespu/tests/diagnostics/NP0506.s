# NP0506: barrier with the number 0. The number of a barrier is greater than 0.
movei s0, 0
movei s1, 8
barrier s0, s1                           #~ warning[NP0506]

# near misses
movei s0, 1
movei s1, 8
barrier s0, s1
# ==
barrier s0, s1
