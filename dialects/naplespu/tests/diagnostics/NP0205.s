# NP0205: macro that cannot be written out.
.macro twice
twice
twice
.endm
twice                                    #~ error[NP0205] more than 20 deep
# ==
.macro one a
nop
.endm
one 1, 2                                 #~ error[NP0205] fewer parameters
# ==
.macro needs a:req
nop
.endm
needs                                    #~ error[NP0205] needs a value for `a`
# ==
.rept 1000000                            #~ error[NP0205] more than 131072 statements
nop
.endr
# ==
.macro add3 a
addi \a, \a, 3
.endm
add3 x1                                  #~ error[NP0302] operand 1 of `addi` is a scalar
# ==
.rept 2
addi s0, s0, 300                         #~ error[NP0305]
.endr
# ==
.rept 2                                  #~ error[NP0402] `l` is defined twice
l: nop
.endr
# ==
late                                     #~ error[NP0201] there is no instruction `late`
.macro late
nop
.endm
# ==
.if 0
nosuch
.else
nosuch                                   #~ error[NP0201]
.endif

# near misses
.macro three a, b=2
addi \a, \a, \b
.endm
three s1
three s1 3
three b=4, a=s2
.rept 3
nop
.endr
.macro both
inner
.endm
.macro inner
l\@: nop
jmp l\@
.endm
both
both
.rept 2
1: jmp 1b
.endr
.if 1
nop
.else
nosuch
.endif
