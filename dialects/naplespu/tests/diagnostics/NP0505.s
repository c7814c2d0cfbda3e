# NP0505: no such control register. The control registers have the numbers 0 to 20, and the debug registers those up to 35.
movei s1, 36
read_cr s0, s1                           #~ warning[NP0505]

# near misses
movei s1, 18
read_cr s0, s1
movei s1, 35
read_cr s0, s1
# ==
movei s1, 36
loop: read_cr s0, s1
