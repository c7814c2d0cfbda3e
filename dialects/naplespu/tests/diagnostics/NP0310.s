# NP0310: base of the wrong class. Only gather and scatter have a vector as base, and the assembler does not check it.
load32 s1, (v2)                          #~ warning[NP0310]
# ==
loadg32_scratchpad v1, (s2)              #~ warning[NP0310]
#~^ warning[NP0602]

# near misses
load32 s1, (s2)
