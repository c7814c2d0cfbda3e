    csrw xmsize, t0         #~ error[RV0308] `xmsize` cannot be written
    csrwi 0xcc0, 0          #~ error[RV0308] `xmxsat` cannot be written
    csrrw t0, xmisa, t1     #~ error[RV0308] `xmisa` cannot be written
    csrs xmlenb, t0         #~ error[RV0308] `xmlenb` cannot be written
    csrsi xmlenb, 1         #~ error[RV0308] `xmlenb` cannot be written
# near misses
    csrr t0, xmsize
    csrw xmcsr, t0
    csrwi xmxrm, 2
    csrs xmlenb, zero
    csrsi xmlenb, 0
    csrrs t0, xmlenb, x0
    csrw cycle, t0
    csrw WHICH, t0
