# NP0504: write to a read-only control register. A program can write THREAD_STATUS, ARGC, ARGV, UNCOHERENCE_MAP and the debug registers.
movei s2, 12
movei s1, 10
write_cr s0, s2
write_cr s0, s1                          #~ warning[NP0504]
movei s1, 17
write_cr s0, s1                          #~ warning[NP0504]

# near misses
movei s1, 11
write_cr s0, s1
movei s1, 19
write_cr s0, s1
movei s1, 20
write_cr s0, s1
movei s1, 10
read_cr s0, s1
# ==
movei s1, 10
loop: write_cr s0, s1
