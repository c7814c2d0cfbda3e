# NP0511: no such lane. A vector has lanes 0 to 15.
f: getlanei s0, v1, 16                   #~ warning[NP0511]
movei s2, 16
getlane_i32 s0, v1, s2                   #~ warning[NP0511]

# near misses
f: getlanei s0, v1, 15
getlane_i32 s0, v1, s2
