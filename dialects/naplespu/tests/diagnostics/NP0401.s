# NP0401: label that is not defined here. A label without a definition is left to the linker.
jmp far                                  #~ hint[NP0401]
jmpsr elsewhere                          #~ hint[NP0401]
.set x, nowhere
jmp x                                    #~ hint[NP0401]

# near misses
.globl far
jmp far
jmpsr here
here: nop
.extern a
.globl b, c
jmp a
jmp c
lea s0, buffer
.comm buffer, 64
.set x, here + 0
jmp x
