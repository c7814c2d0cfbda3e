    #include "macros.h"
    mmqa.b m0, m1, m2       #~ hint[RV0205] not an instruction of the extension
    mldq m3, a1, (a0)       #~ hint[RV0205]
    add a0, a1, a2
