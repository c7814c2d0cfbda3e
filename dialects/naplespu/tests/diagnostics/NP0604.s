# NP0604: lanes of the scratchpad are words. In the scratchpad each lane is 4 bytes after the lane before it, regardless of the size of its element.
f: load_v16i8_scratchpad v0, (s1)        #~ hint[NP0604]

# near misses
f: load_v16i32_scratchpad v0, (s1)
load_v16i8 v0, (s1)
