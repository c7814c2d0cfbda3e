# NP0307: branch that does not reach. A branch reaches 131072 bytes back and 131068 forward; the assembler cuts the distance silently.
jmp a                                    #~ error[NP0307]
.space 131068
a: nop
# ==
beqz s0, a                               #~ error[NP0307]
.space 131068
a: nop
# ==
a: nop
.space 131072
jmp a                                    #~ error[NP0307]
# ==
jmp 131072                               #~ error[NP0307]
jmp -131076                              #~ error[NP0307]
# ==
jmp a                                    #~ error[NP0307]
.section .text.far
.space 131072
a: nop

# near misses
jmp a
.space 131064
a: nop
# ==
a: nop
.space 131068
jmp a
# ==
jmp 131068
jmp -131072
# ==
jmp a
.section .text.far
a: nop
