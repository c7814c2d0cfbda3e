# NP0303: no such register. The scalar registers are s0 to s57, tr, rm, fp, sp, ra and pc, the vector registers v0 to v63.
add_i32 s58, s0, s1                      #~ error[NP0303]
load32 s0, (s64)                         #~ error[NP0303]
add_i32 v64, v0, v1                      #~ error[NP0303]

# near misses
f: add_i32 s57, tr, rm
add_i32 v63, v0, v1
load32 s0, (sp)
