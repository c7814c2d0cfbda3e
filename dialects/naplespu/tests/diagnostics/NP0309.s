# NP0309: label too far for a memory operand. A label in the place of an address is a distance of 9 bits from the instruction.
load32 s0, a                             #~ error[NP0309]
.space 252
a: .long 1
# ==
load32 s0, a                             #~ error[NP0309]
.space 256
.data
a: .long 1

# near misses
load32 s0, a
.space 248
a: .long 1
# ==
load32 s0, a
.data
a: .long 1
