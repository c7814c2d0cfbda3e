# NP0311: register without parentheses as an address. A plain name in the place of an address is a label to the assembler, regardless of its meaning elsewhere.
load32 s1, s2                            #~ error[NP0311]
store32 s1, sp                           #~ error[NP0311]
load32 s1, s2 + 4                        #~ error[NP0311] 4(s2)

# near misses
load32 s1, (s2)
load32 s1, a
a: .long 1
