# NP0404: label with the name of a register. Wherever an operand can be a register, the name means the register.
s1: nop                                  #~ warning[NP0404]

# near misses
s1a: nop
S1: nop
