# NP0502: mask cleared by its high half. The hardware's mask takes the low 16 bits of the last write to rm: write the high half first.
movei rm, 255
moveih rm, 0                             #~ warning[NP0502]
# ==
f: moveil rm, 0xffff
moveih rm, 0                             #~ warning[NP0502]
add_i32 v0, v1, v2                       #~ warning[NP0501]

# near misses
moveih rm, 0
moveil rm, 0xffff
# ==
moveil s0, 0xffff
moveih s0, 0
