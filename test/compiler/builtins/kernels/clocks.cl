// Clocks, read in uniform and divergent code.

#define READ(SCOPE)                                            \
  kernel void SCOPE(global ulong *out, global int *busy) {     \
    size_t i = get_global_id(0);                               \
    global ulong *o = out + i * 4;                             \
    o[0] = clock_read_##SCOPE();                               \
    for (int turn = 0; turn < 500; ++turn) {                   \
      busy[i] = busy[i] * 5 + turn;                            \
    }                                                          \
    uint2 halves = clock_read_hilo_##SCOPE();                  \
    o[1] = upsample(halves.hi, halves.lo);                     \
    if (busy[i] % 3 != 0) {                                    \
      o[2] = clock_read_##SCOPE();                             \
    }                                                          \
    barrier(CLK_GLOBAL_MEM_FENCE);                             \
    o[3] = clock_read_##SCOPE();                               \
  }

READ(device)
READ(work_group)
READ(sub_group)

// Each iteration must read the clock again.
kernel void wait_for_ticks(global ulong *out, ulong ticks) {
  ulong start = clock_read_device();
  ulong turns = 0;
  while (clock_read_device() - start < ticks * (1 + get_global_id(0) % 5)) {
    ++turns;
  }
  out[get_global_id(0)] = turns;
}
