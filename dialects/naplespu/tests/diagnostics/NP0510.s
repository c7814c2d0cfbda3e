# NP0510: write to pc. An instruction that writes pc is a jump.
addi pc, s0, 0                           #~ warning[NP0510]

# near misses
addi s0, pc, 0
