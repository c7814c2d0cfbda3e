# NP0304: malformed memory operand. An address is a number before a register in parentheses, or a label.
load32 s0, [s1]                          #~ error[NP0304]
n = 4
load32 s0, n(s1)                         #~ error[NP0304] a number or a sign
load32 s0, (4)(s1)                       #~ error[NP0304] a number or a sign
load32 s0, 1f                            #~ error[NP0304] begins with its name
load32 s0, . + 8                         #~ error[NP0304] begins with its name
load32 s0, 4 + a                         #~ error[NP0304] begins with its name
1: nop
a: nop

# near misses
load32 s0, 4(s1)
load32 s0, (s1)
load32 s0, 2+2(s1)
n = 4
load32 s0, +n(s1)
load32 s0, 4 + n(s1)
load32 s0, -n(s1)
load32 s0, a + 4
a: nop
.long 1
