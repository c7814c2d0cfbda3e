# NP0302: wrong class of operand. Whether each operand is a scalar, a vector, a number or an address chooses the encoding.
addi v0, s0, 1                           #~ error[NP0302]
add_i32 s0, s1, v2                       #~ error[NP0302]
cmpeq_i32 v0, v1, v2                     #~ error[NP0302]
add_i32.m s0, s1, s2                     #~ error[NP0302]
shuffle_i32 v0, v1, s2                   #~ error[NP0302]
beqz v0, a                               #~ error[NP0302]
a: nop
lea s0, 5                                #~ error[NP0302] is a label
addi s0, s0,                             #~ error[NP0302] is missing
add_i32 s0, , s1                         #~ error[NP0302] is missing
addi s0, s0, later                       #~ error[NP0302] is a number
later = 3
@                                        #~ error[NP0302] begins with a label

# near misses
f: add_i32 v0, v1, s2
add_i32 v0, v1, v2
cmpeq_i32 s0, v1, v2
cmpeq_i32 s0, v1, s2
move_i32 v0, s0
n = 1
addi s0, s0, n
n = 2
addi s0, s0, n
lea s0, f + 4
lea s0, 4 + f
