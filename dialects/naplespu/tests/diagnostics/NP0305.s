# NP0305: number that does not fit 9 bits. A number of an instruction of type I or M is from -256 to 255; the assembler cuts it silently.
addi s0, s0, 256                         #~ error[NP0305]
addi s0, s0, -257                        #~ error[NP0305]
load32 s0, 256(s1)                       #~ error[NP0305]
store32 s0, -260(s1)                     #~ error[NP0305]
cmpeqi s0, s1, 300                       #~ error[NP0305]
_lea s0, 256(sp)                         #~ error[NP0305]

# near misses
addi s0, s0, 255
addi s0, s0, -256
load32 s0, 252(s1)
store32 s0, -256(s1)
_lea s0, 248(sp)
