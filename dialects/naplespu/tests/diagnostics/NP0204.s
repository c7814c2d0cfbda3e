# NP0204: unknown directive. The assembler has the generic directives of LLVM and none of its own.
.thumb                                   #~ error[NP0204]
.TEXT                                    #~ error[NP0204]
.word 1                                  #~ error[NP0204]

# near misses
.globl main
.p2align 2
main: nop
.rodata
.long 1
.extern other
.weak weak
.dc.b 1
.dcb.l 2, 3
.ifge 0
.endif
