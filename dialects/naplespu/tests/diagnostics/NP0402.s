# NP0402: label defined twice. Each label has one place.
a: nop
a: jmp a                                 #~ error[NP0402]

# near misses
1: nop
1: jmp 1b
.comm b, 4
.comm b, 4
