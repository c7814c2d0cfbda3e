# mnc2: language=naplespu
# Doubles sixteen numbers, three times.
        .text
        .globl  _start
_start: moveih              rm, 0                       # all lanes on: the high half first
    moveil                  rm, 0xffff
    lea                     s0, table
    movei                   s1, 3
loop: load_v16i32           v0, (s0)
    add_i32                 v0, v0, v0
    store_v16i32            v0, (s0)
    subi                    s1, s1, 1
    bnez                    s1, loop
    jret
        .data
        .p2align 6
table:  .long   1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
