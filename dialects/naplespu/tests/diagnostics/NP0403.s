# NP0403: no such numeric label. 1b is the last label 1 before, 1f the next one after.
jmp 1f                                   #~ error[NP0403]
jmp 2b                                   #~ error[NP0403]

# near misses
1: jmp 1b
jmp 1f
1: nop
