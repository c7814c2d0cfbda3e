first:
    mldb m0, t0, (a0)       #~ warning[RV0502] nothing before it sets one
    mmaqa.b m2, m1, m0
    mmov.mm m3, m2
    ret
second:
    mmov.mm m0, m1
    mst4mb m0, (a0)
    csrr t0, xmsize
    bnez t0, 1f
    madd.s.mm m0, m1, m2    #~ warning[RV0502] `madd.s.mm` depends on the matrix size
1:  mcfgmi zero, 2
    j 1b
    ret
repeated:
    .rept 2
    mldb m0, t0, (a0)       #~ warning[RV0502] nothing before it sets one
    .endr
    ret
# near misses: a size comes from a path, a call, a macro, or another way in
third:
    mcfgmi zero, 2
    beqz a0, 2f
    mldb m0, t0, (a0)
2:  mldb m0, t0, (a0)
    ret
fourth:
    call configure
    mldb m0, t0, (a0)
    ret
fifth:
    CONFIGURE
    mldb m0, t0, (a0)
    ret
handler:
    mldb m0, t0, (a0)
    ret
sixth:
    la t0, handler
    mcfgmi zero, 2
    call local
    ret
local:
    mldb m0, t0, (a0)
    ret
seventh:
    .rept 1
    mcfgmi zero, 2
    .endr
    mldb m0, t0, (a0)
    ret
eighth:
    .half 0x002b, 0x1e08
    mldb m0, t0, (a0)
    ret
ninth:
    mcfig zero, t0          #~ error[RV0202] writes `mcfg`
    mldb m0, t0, (a0)
    ret
tenth:
    msettilem t0            #~ warning[RV0206] of version 0.6
    mldb m0, t0, (a0)
    ret
    .macro load
    mldb m0, t0, (a0)
    .endm
