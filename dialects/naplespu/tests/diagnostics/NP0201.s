# NP0201: unknown instruction. Every statement begins with a mnemonic, a directive or a macro.
addj s0, s0, 1                           #~ error[NP0201]
foo                                      #~ error[NP0201]

# near misses
addi s0, s0, 1
ADDI s0, s0, 1
.macro foo
.endm
foo
# ==
nop; nop # two statements
