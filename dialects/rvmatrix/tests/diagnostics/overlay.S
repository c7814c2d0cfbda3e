# Nothing of this is ours, or it is right.
#include "other.h"
#define LOAD(reg) \
    mldb reg, m9, (a0)
/* mmov.mm m8,
   m9 */ nop // mmov.mm m9
    .file "x.S"
    .section .text.f, "ax", @progbits
    .align 5
    .type f, @function
f:
    vsetvli t0, a0, e8, m8, ta, ma
    vle8.v v8, (a0)
    flw fa0, 4(a0)
    fmadd.s fa0, fa1, fa2, fa3
    .macro KERNEL dst, row=0
    mmov.mv.i m\dst, m0[\row]
    mmaqa.b m\dst, m1, m0
.Lloop\@:
    bnez a0, .Lloop\@
    .endm
    .macro FORMS form, size
    mmov.\form m0, m1
    madd.\size\().mm m2, m1, m0
    mmaqa.\size m2, m1, m0
    mld\size m0, a5, (a0)
    .endm
    KERNEL 4
    KERNEL dst=5, row=1
    .word 0x2b
    .insn r 0x2b, 0, 0, a0, a1, a2
    .ascii "mmov.mm m9; mmov.mm m8"
    li a0, ';'
    mv a0, a1; mcfgmi zero, 2; mldb m0, a5, (a1); ret
    mmov.mm FROM_HEADER, m0
    .size f, .-f
