# NP0602: instruction that the hardware's source lacks. Gather, scatter and crp are in the assembler, and the hardware's source does not do them.
f: loadg32_scratchpad v0, (v1)           #~ warning[NP0602]
stores32_scratchpad v0, (v1)             #~ warning[NP0602]
crp v0, v1, v2                           #~ warning[NP0602]

# near misses
f: load_v16i32_scratchpad v0, (s1)
