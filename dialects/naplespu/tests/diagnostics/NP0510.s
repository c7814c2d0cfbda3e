# NP0510: write to pc. An instruction of type R that writes pc is a jump; one of another type does nothing by it.
move_i32 pc, s0                          #~ warning[NP0510] which is a jump
addi pc, s0, 0                           #~ warning[NP0510] which does nothing
movei pc, 8                              #~ warning[NP0510] which does nothing
load32 pc, (s0)                          #~ warning[NP0510] which does nothing

# near misses
addi s0, pc, 0
