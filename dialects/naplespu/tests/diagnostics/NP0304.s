# NP0304: malformed memory operand. An address is a number before a register in parentheses, or a label.
load32 s0, [s1]                          #~ error[NP0304]

# near misses
load32 s0, 4(s1)
load32 s0, (s1)
load32 s0, 2+2(s1)
