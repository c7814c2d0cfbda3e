# NP0601: `.m` has no effect of its own. The hardware masks every instruction with a vector by rm, with and without .m.
f: add_i32.m v0, v1, v2                  #~ hint[NP0601]

# near misses
f: add_i32 v0, v1, v2
