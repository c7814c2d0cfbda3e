    mcfg zero, t0
    mldb m0, t0, 16(a0)     #~ error[RV0307] has no offset
    mst1mw m0, -4(sp)       #~ error[RV0307] has no offset
# near misses
    mldb m0, t0, 0(a0)
    mldb m0, t0, OFFSET(a0)
    ld a0, 16(sp)
