// Work-group collectives of every type that OpenCL C names, half included.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define COLLECTIVES_OF(T)                                            \
  kernel void collectives_##T(global const T *in, global T *out) {   \
    size_t at = 0;                                                   \
    for (int d = 2; d >= 0; --d) {                                   \
      at = at * get_global_size(d) + get_global_id(d);               \
    }                                                                \
    T x = in[at];                                                    \
    global T *o = out + at * 10;                                     \
    o[0] = work_group_reduce_add(x);                                 \
    o[1] = work_group_reduce_min(x);                                 \
    o[2] = work_group_reduce_max(x);                                 \
    o[3] = work_group_scan_inclusive_add(x);                         \
    o[4] = work_group_scan_inclusive_min(x);                         \
    o[5] = work_group_scan_inclusive_max(x);                         \
    o[6] = work_group_scan_exclusive_add(x);                         \
    o[7] = work_group_scan_exclusive_min(x);                         \
    o[8] = work_group_scan_exclusive_max(x);                         \
    o[9] = work_group_broadcast(x, get_local_size(0) - 1, 0, 0);     \
  }
COLLECTIVES_OF(int)
COLLECTIVES_OF(uint)
COLLECTIVES_OF(long)
COLLECTIVES_OF(ulong)
COLLECTIVES_OF(half)
COLLECTIVES_OF(float)
COLLECTIVES_OF(double)
