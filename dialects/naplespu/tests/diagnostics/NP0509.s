# NP0509: misaligned address. An address is a multiple of the size of what is accessed; of all 16 lanes in main memory.
movei s0, 2
load32 s1, 4(s0)                         #~ warning[NP0509]
# ==
movei s0, 64
load_v16i32 v1, 32(s0)                   #~ warning[NP0501]
#~^ warning[NP0509]
# ==
f: load32 s1, 3(s2)                      #~ warning[NP0509]
store32_16 s1, 1(s2)                     #~ warning[NP0509]
# ==
load32 s0, a                             #~ warning[NP0509] 0x5
.byte 1
a: .long 1
# ==
load32 s0, 6(pc)                         #~ warning[NP0509] 0x6

# near misses
movei s0, 2
load32 s1, 2(s0)
# ==
f: load32 s1, 2(s2)
load32_u8 s1, 1(s2)
load32 s1, 4(s2)
# ==
load32 s0, a
load32_u8 s0, 5(pc)
load32 s0, 8(pc)
.byte 1
.p2align 2
a: .long 1
