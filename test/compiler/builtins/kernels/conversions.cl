// Each kernel has all conversions from one type to another, of scalars and of vectors of four;
// results of one kind of conversion are contiguous.

#define ROUNDED(TO, N, X, STORE)  \
  STORE(0, convert_##TO##N(X))        \
  STORE(1, convert_##TO##N##_rte(X))  \
  STORE(2, convert_##TO##N##_rtz(X))  \
  STORE(3, convert_##TO##N##_rtp(X))  \
  STORE(4, convert_##TO##N##_rtn(X))

#define SATURATED(TO, N, X, STORE)        \
  STORE(5, convert_##TO##N##_sat(X))      \
  STORE(6, convert_##TO##N##_sat_rte(X))  \
  STORE(7, convert_##TO##N##_sat_rtz(X))  \
  STORE(8, convert_##TO##N##_sat_rtp(X))  \
  STORE(9, convert_##TO##N##_sat_rtn(X))

#define STORE_SCALAR(KIND, VALUE) out[(KIND) * count + i] = VALUE;
#define STORE_VECTOR(KIND, VALUE) vstore4(VALUE, i, out + (KIND) * count);

#define FROM_TO_REAL(FROM, TO)                                                                  \
  kernel void FROM##_to_##TO(global const FROM *in, global TO *out, ulong count) {              \
    size_t i = get_global_id(0);                                                                \
    ROUNDED(TO, , in[i], STORE_SCALAR)                                                          \
  }                                                                                             \
  kernel void FROM##_to_##TO##_by_four(global const FROM *in, global TO *out, ulong count) {    \
    size_t i = get_global_id(0);                                                                \
    ROUNDED(TO, 4, vload4(i, in), STORE_VECTOR)                                                 \
  }

#define FROM_TO_INTEGER(FROM, TO)                                                               \
  kernel void FROM##_to_##TO(global const FROM *in, global TO *out, ulong count) {              \
    size_t i = get_global_id(0);                                                                \
    ROUNDED(TO, , in[i], STORE_SCALAR)                                                          \
    SATURATED(TO, , in[i], STORE_SCALAR)                                                        \
  }                                                                                             \
  kernel void FROM##_to_##TO##_by_four(global const FROM *in, global TO *out, ulong count) {    \
    size_t i = get_global_id(0);                                                                \
    ROUNDED(TO, 4, vload4(i, in), STORE_VECTOR)                                                 \
    SATURATED(TO, 4, vload4(i, in), STORE_VECTOR)                                               \
  }

#define FROM(TYPE)              \
  FROM_TO_INTEGER(TYPE, char)   \
  FROM_TO_INTEGER(TYPE, uchar)  \
  FROM_TO_INTEGER(TYPE, short)  \
  FROM_TO_INTEGER(TYPE, ushort) \
  FROM_TO_INTEGER(TYPE, int)    \
  FROM_TO_INTEGER(TYPE, uint)   \
  FROM_TO_INTEGER(TYPE, long)   \
  FROM_TO_INTEGER(TYPE, ulong)  \
  FROM_TO_REAL(TYPE, float)     \
  FROM_TO_REAL(TYPE, double)

FROM(char)
FROM(uchar)
FROM(short)
FROM(ushort)
FROM(int)
FROM(uint)
FROM(long)
FROM(ulong)
FROM(float)
FROM(double)
