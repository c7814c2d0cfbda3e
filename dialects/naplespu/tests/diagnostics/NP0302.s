# NP0302: wrong class of operand. Whether each operand is a scalar, a vector, a number or an address chooses the encoding.
addi v0, s0, 1                           #~ error[NP0302]
add_i32 s0, s1, v2                       #~ error[NP0302]
cmpeq_i32 v0, v1, v2                     #~ error[NP0302]
add_i32.m s0, s1, s2                     #~ error[NP0302]
shuffle_i32 v0, v1, s2                   #~ error[NP0302]
beqz v0, a                               #~ error[NP0302]
a: nop

# near misses
f: add_i32 v0, v1, s2
add_i32 v0, v1, v2
cmpeq_i32 s0, v1, v2
cmpeq_i32 s0, v1, s2
move_i32 v0, s0
