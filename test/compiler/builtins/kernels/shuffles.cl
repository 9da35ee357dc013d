#define SHUFFLE_OF(T, M, FROM, TO)                                                              \
  kernel void shuffle_##T##_##FROM##_##TO(global const T *in, global const M *masks,            \
                                          global T *out) {                                      \
    size_t i = get_global_id(0);                                                                \
    vstore##TO(shuffle(vload##FROM(0, in), vload##TO(i, masks)), i, out);                       \
  }                                                                                             \
  kernel void shuffle2_##T##_##FROM##_##TO(global const T *in, global const M *masks,           \
                                           global T *out) {                                     \
    size_t i = get_global_id(0);                                                                \
    vstore##TO(shuffle2(vload##FROM(0, in), vload##FROM(1, in), vload##TO(i, masks)), i, out);  \
  }
#define SHUFFLES_OF(T, M)                                                                       \
  SHUFFLE_OF(T, M, 2, 2) SHUFFLE_OF(T, M, 2, 16) SHUFFLE_OF(T, M, 4, 4) SHUFFLE_OF(T, M, 4, 8)    \
  SHUFFLE_OF(T, M, 8, 2) SHUFFLE_OF(T, M, 16, 4) SHUFFLE_OF(T, M, 16, 16)
SHUFFLES_OF(uchar, uchar)
SHUFFLES_OF(short, ushort)
SHUFFLES_OF(float, uint)
SHUFFLES_OF(double, ulong)
