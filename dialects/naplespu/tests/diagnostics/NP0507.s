# NP0507: barrier that no thread passes. A barrier waits until as many threads as its second register says are there.
movei s0, 1
movei s1, 9
barrier s0, s1                           #~ warning[NP0507]

# near misses
movei s0, 1
movei s1, 8
barrier s0, s1
