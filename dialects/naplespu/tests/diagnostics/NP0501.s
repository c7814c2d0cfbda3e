# NP0501: vector code while the mask is 0. Every instruction with a vector writes the lanes whose bit of rm is 1, and rm is 0 after the reset.
_start: add_i32 v0, v1, v2               #~ warning[NP0501]
# ==
add_i32 v0, v1, v2                       #~ warning[NP0501]
# ==
f: movei rm, 0
moveil rm, 0
load_v16i32 v0, (s0)                     #~ warning[NP0501]
# ==
store_v16i32 v0, (s0)                    #~ warning[NP0501] writes no lane

# near misses
function: add_i32 v0, v1, v2
# ==
_start: moveih rm, 0
moveil rm, 0xffff
add_i32 v0, v1, v2
# ==
_start: move_i32 rm, s0
add_i32 v0, v1, v2
# ==
_start: cmpeq_i32 s0, v1, v2
# ==
1: add_i32 v0, v1, v2
jmp 1b
# ==
_start: store32 s1, (s0)
