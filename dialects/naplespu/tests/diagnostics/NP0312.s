# NP0312: gather or scatter outside of the scratchpad. Gather and scatter access the scratchpad alone.
loadg32 v0, (v1)                         #~ error[NP0312]
stores32 v0, (v1)                        #~ error[NP0312]

# near misses
f: load32_scratchpad s0, (s1)
