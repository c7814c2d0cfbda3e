# NP0503: half of a register that nothing else sets. Moveil and moveih keep the other half of the register.
moveil s0, 1                             #~ warning[NP0503]
# ==
moveih s0, 1                             #~ warning[NP0503]
store32 s0, (s1)

# near misses
moveil s0, 1
moveih s0, 1
# ==
move_i32 s0, s1
moveih s0, 1
# ==
moveil rm, 1
# ==
lea s0, x
moveil s0, 1
x: nop
