# NP0301: wrong number of operands. Each instruction has a fixed number of operands.
add_i32 s0, s1                           #~ error[NP0301]
addi s0, s1, 1, 2                        #~ error[NP0301]
jret s0                                  #~ error[NP0301]
nop s0                                   #~ error[NP0301]

# near misses
add_i32 s0, s1, s2
addi s0, s1, 1
jret
