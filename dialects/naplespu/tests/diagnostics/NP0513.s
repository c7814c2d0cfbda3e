# NP0513: address outside the scratchpad. The scratchpad has 65536 bytes.
movei s0, 65535
addi s0, s0, 1
load32_scratchpad s1, (s0)               #~ warning[NP0513]

# near misses
movei s0, 65532
load32_scratchpad s1, (s0)
