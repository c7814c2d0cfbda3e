# NP0202: spelling of the specification. The assembler has other names for some instructions than the specification, and takes no others.
mullo s0, s1, s2                         #~ error[NP0202]
mulhi s0, s1, s2                         #~ error[NP0202]
mulhi s0, s1, 2                          #~ error[NP0202]
getlane s0, v1, 3                        #~ error[NP0202]
i32tof32 s0, s1                          #~ error[NP0202]
add s0, s1, s2                           #~ error[NP0202]
cmpfeq s0, s1, s2                        #~ error[NP0202]
barrier_core s0, s1                      #~ error[NP0202]
mullo_i32 s0, s1, s2                     #~ error[NP0202]
load32_scratchpad_s8 s0, (s1)            #~ error[NP0202]
store32_scratchpad_16 s0, (s1)           #~ error[NP0202]

# near misses
mull_i32 s0, s1, s2
mulhs_i32 s0, s1, s2
mulhsi s0, s1, 2
getlanei s0, v1, 3
itof_i32 s0, s1
add_i32 s0, s1, s2
cmpfeq_f32 s0, s1, s2
load32_s8_scratchpad s0, (s1)
store32_16_scratchpad s0, (s1)
