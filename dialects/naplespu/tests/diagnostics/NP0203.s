# NP0203: instruction that the assembler lacks. Values of 64 bits and vectors of 8 lanes are in the specification, not in the assembler.
load64 s0, (s1)                          #~ error[NP0203]
load_v8i32 v0, (s1)                      #~ error[NP0203]
load_v16u32 v0, (s1)                     #~ error[NP0203]
add_i64 s0, s1, s2                       #~ error[NP0203]

# near misses
f: load32 s0, (s1)
load_v16i32 v0, (s1)
