#~ version: 0.6
    msettilemi 5
    msettileni 4
    msettileki 17
    mlae8 tr0, (a0), t0     #~ warning[RV0501] `mlae8` is illegal with mtilem 5: with TRLEN 128 it is 4 at most
                            #~^^^^ note it is set here
                            #~^^ warning[RV0501] `mlae8` is illegal with mtilek 17: with TRLEN 128 it is 16 at most
                            #~^^^^ note it is set here
    mlbe8 acc0, (a1), t0    #~ error[RV0302] a tile register `tr0` to `tr3` is expected here, not `acc0`
    mmacc.w.b tr0, tr1, tr2 #~ error[RV0302] an accumulation register `acc0` to `acc3` is expected here, not `tr0`
    madd.w.mm acc0, acc1, tr2 #~ error[RV0302] an accumulation register
    mpack tr0, tr1, acc3    #~ error[RV0302] a tile register `tr0` to `tr3` is expected here, not `acc3`
    mrbca.mv.i acc0, tr0[1] #~ error[RV0302] an accumulation register
    mmov.mm tr4, acc0       #~ error[RV0302] a matrix register `tr0` to `tr3` or `acc0` to `acc3` is expected here, not `tr4`
    madd.w.mv.i acc0, acc1, acc2[7] #~ error[RV0305] row 7 does not fit: it is a number from 0 to 6
    mrslidedown tr0, tr1, 8 #~ error[RV0305] 8 does not fit: it is a number from 0 to 7
    msettileki 1024         #~ error[RV0306] an immediate size is from 0 to 1023; `msettilek` takes a register
    mzero4r tr2             #~ warning[RV0402] the number of the first of 4 registers is a multiple of 4, and that of `tr2` is not
    mlae8 tr0, 16(a0), t0   #~ error[RV0307]
    mlae8 tr0, t0, (a0)     #~ error[RV0202] `mlae8` has its address before its stride: `md, (rs1), rs2`
    csrw xtlenb, t0         #~ error[RV0308]
    csrw xmxsat, t0         #~ error[RV0202] `xmxsat` is `xmsat` in most of the documents of version 0.6
    mpack.mm tr0, tr1, tr2  #~ error[RV0202] `mpack`
    mrslideupe16 tr0, tr1, 1 #~ error[RV0202] `mrslideup`
    mcslidedowne8.b tr0, tr1, 1 #~ error[RV0202] `mcslidedown.b`
    mcslideupe64 tr0, tr1, 1 #~ error[RV0202] `mcslideup.d`
    mcbce32.mv.i tr0, tr1[0] #~ error[RV0202] `mcbcaw.mv.i`
    mrbc.mv.i tr0, tr1[0]   #~ error[RV0202] `mrbca.mv.i`
    pmmaaccus.w.b acc0, tr1, tr2 #~ error[RV0202] `pmmaccus.w.b`
    mmaccsu.w.q acc0, tr1, tr2 #~ error[RV0202] `pmmaccsu.w.b`
    mucvth.w.b.q acc0, acc1 #~ error[RV0202] `mucvth.b.p`
    mmaqa.b m0, m1, m2      #~ warning[RV0206] `mmaqa.b` is of version 0.2 and 0.3; the text is read as version 0.6
                            #~^ help 3 words of the text are of version 0.2
    mmov.mm m0, tr1
    mcfgki zero, 4
    mfmacc.q acc0, tr1, tr2 #~ error[RV0201]
    foo acc0, acc1          #~ error[RV0201]
# near misses
    .equ acc2, 4
    addi a0, a0, acc2
    msettilemi 4
    msettilek t1
    mlae8 tr0, (a0), t0
    mlbte16 tr1, (a1), t0
    mlce32 acc0, (a2), t0
    mmacc.w.b acc0, tr1, tr0
    mmov.mm tr3, acc3
    madd.w.mv.i acc0, acc1, acc3[6]
    mcbcab.mv.i tr0, tr1[7]
    mzero8r tr0
    mduph.m.x tr0, t0
    mzero4r acc0
    mzero2r acc1            #~ warning[RV0402]
    csrw xmxrm, t0
    csrr t0, xalenb
    mrelease
    msettileki 1023
    msettilemi 0
    msce32 acc0, (a2), t0
