# NP0308: branch into an instruction. Instructions begin at multiples of 4 bytes.
beqz s0, a + 2                           #~ error[NP0308]
a: nop
# ==
jmp 6                                    #~ error[NP0308]

# near misses
beqz s0, a + 4
a: nop
nop
# ==
jmp 8
