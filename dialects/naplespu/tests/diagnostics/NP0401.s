# NP0401: label that is not defined here. A label without a definition is left to the linker.
jmp far                                  #~ hint[NP0401]
jmpsr elsewhere                          #~ hint[NP0401]

# near misses
.globl far
jmp far
jmpsr here
here: nop
