    .macro twice
    twice
    twice
    .endm
    twice                   #~ error[RV0204] more than 100 deep
