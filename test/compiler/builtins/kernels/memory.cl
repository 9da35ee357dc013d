// Every work-item copies one vector between addresses with element alignment.
#define COPY_OF(T, N)                                                                           \
  kernel void copy_##T##_##N(global const T *in, global T *out) {                               \
    size_t i = get_global_id(0);                                                                \
    vstore##N(vload##N(i, in + 1), i, out + 1);                                                 \
  }
#define COPIES_OF(T) COPY_OF(T, 2) COPY_OF(T, 3) COPY_OF(T, 4) COPY_OF(T, 8) COPY_OF(T, 16)
COPIES_OF(char)
COPIES_OF(uchar)
COPIES_OF(short)
COPIES_OF(ushort)
COPIES_OF(int)
COPIES_OF(uint)
COPIES_OF(long)
COPIES_OF(ulong)
COPIES_OF(float)
COPIES_OF(double)

constant int constants[6] = {10, 11, 12, 13, 14, 15};

kernel void address_spaces(global int *out, local int *scratch) {
  private int own[6] = {20, 21, 22, 23, 24, 25};
  vstore3((int3)(1, 2, 3), 1, scratch);
  vstore3(vload3(1, scratch), 0, out);
  vstore3(vload3(1, constants), 1, out);
  vstore3(vload3(1, own), 2, out);
  vstore2((int2)(7, 8), 1, own);
  vstore4(vload4(0, own), 0, out + 9);
}

kernel void load_half(global const half *in, global float *out) {
  size_t i = get_global_id(0);
  out[i] = vload_half(i, in);
}

#define LOAD_HALF_OF(N)                                                                         \
  kernel void load_half_##N(global const half *in, global float *out) {                         \
    size_t i = get_global_id(0);                                                                \
    vstore##N(vload_half##N(i, in), i, out);                                                    \
  }                                                                                             \
  kernel void load_aligned_half_##N(global const half *in, global float *out) {                 \
    size_t i = get_global_id(0);                                                                \
    vstore##N(vloada_half##N(i, in), i, out);                                                   \
  }
LOAD_HALF_OF(2) LOAD_HALF_OF(3) LOAD_HALF_OF(4) LOAD_HALF_OF(8) LOAD_HALF_OF(16)

#define STORE_HALF_OF(T)                                                                        \
  kernel void store_half_##T(global const T *in, global half *out, ulong count) {               \
    size_t i = get_global_id(0);                                                                \
    vstore_half(in[i], i, out);                                                                 \
    vstore_half_rte(in[i], i, out + count);                                                     \
    vstore_half_rtz(in[i], i, out + 2 * count);                                                 \
    vstore_half_rtp(in[i], i, out + 3 * count);                                                 \
    vstore_half_rtn(in[i], i, out + 4 * count);                                                 \
  }                                                                                             \
  kernel void store_half_##T##_by_four(global const T *in, global half *out, ulong count) {     \
    size_t i = get_global_id(0);                                                                \
    vstore_half4(vload4(i, in), i, out);                                                        \
    vstorea_half4_rte(vload4(i, in), i, out + count);                                           \
    vstore_half4_rtz(vload4(i, in), i, out + 2 * count);                                        \
    vstorea_half4_rtp(vload4(i, in), i, out + 3 * count);                                       \
    vstore_half4_rtn(vload4(i, in), i, out + 4 * count);                                        \
  }                                                                                             \
  kernel void store_aligned_half_##T##_3(global const T *in, global half *out) {                \
    size_t i = get_global_id(0);                                                                \
    vstorea_half3(vload3(i, in), i, out);                                                       \
  }                                                                                             \
  kernel void store_half_##T##_3(global const T *in, global half *out) {                        \
    size_t i = get_global_id(0);                                                                \
    vstore_half3(vload3(i, in), i, out);                                                        \
  }
STORE_HALF_OF(float)
STORE_HALF_OF(double)
