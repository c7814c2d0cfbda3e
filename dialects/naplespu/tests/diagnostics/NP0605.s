# NP0605: mnemonic that the public assembler lacks. Dcache_inv and barrier_thread are in the hardware's source, and the public assembler has no mnemonic for them.
dcache_inv s0                            #~ warning[NP0605]
barrier_thread s0, s1                    #~ warning[NP0605]

# near misses
flush s0
barrier s0, s1
