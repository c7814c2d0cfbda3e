# NP0306: number that does not fit 16 bits. A number of moveil, moveih and movei is from -32768 to 65535; the assembler cuts it silently.
movei s0, 65536                          #~ error[NP0306]
movei s1, -32769                         #~ error[NP0306]
moveil s2, 0x10000                       #~ error[NP0306]
moveih s2, 0x10000                       #~ error[NP0306]

# near misses
movei s0, 65535
movei s1, -32768
moveil s2, 0xffff
moveih s2, 0xffff
