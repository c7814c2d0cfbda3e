# NP0204: unknown directive. The assembler has the generic directives of LLVM and none of its own.
.thumb                                   #~ error[NP0204]

# near misses
.globl main
.p2align 2
main: nop
