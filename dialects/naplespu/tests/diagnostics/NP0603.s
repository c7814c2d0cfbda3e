# NP0603: call through a register. The hardware's source sets ra to the target and 4, not to the address after the instruction.
jmpsr s1                                 #~ hint[NP0603]

# near misses
jmp s1
jmpsr f
f: nop
