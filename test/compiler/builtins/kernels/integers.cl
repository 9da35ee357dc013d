// All integer functions of one type in a kernel; results of one function are contiguous.

#define STORE_SCALAR(PLACE, VALUE) out[(PLACE) * count + i] = VALUE;
#define STORE_VECTOR(PLACE, VALUE) vstore4(VALUE, i, out + (PLACE) * count);

#define FUNCTIONS(STORE, SIGNED_AS)                                        \
  STORE(0, SIGNED_AS(abs(a)))                                              \
  STORE(1, SIGNED_AS(abs_diff(a, b)))                                      \
  STORE(2, add_sat(a, b))                                                  \
  STORE(3, sub_sat(a, b))                                                  \
  STORE(4, hadd(a, b))                                                     \
  STORE(5, rhadd(a, b))                                                    \
  STORE(6, clz(a))                                                         \
  STORE(7, ctz(a))                                                         \
  STORE(8, popcount(a))                                                    \
  STORE(9, rotate(a, b))                                                   \
  STORE(10, mul_hi(a, b))                                                  \
  STORE(11, mad_hi(a, b, c))                                               \
  STORE(12, mad_sat(a, b, c))                                              \
  STORE(13, max(a, b))                                                     \
  STORE(14, min(a, b))                                                     \
  STORE(15, clamp(a, min(b, c), max(b, c)))

#define INTEGER(T)                                                                              \
  kernel void T##_functions(global const T *as, global const T *bs, global const T *cs,         \
                            global T *out, ulong count) {                                       \
    size_t i = get_global_id(0);                                                                \
    T a = as[i], b = bs[i], c = cs[i];                                                          \
    FUNCTIONS(STORE_SCALAR, as_##T)                                                             \
  }                                                                                             \
  kernel void T##_functions_by_four(global const T *as, global const T *bs, global const T *cs, \
                                    global T *out, ulong count) {                               \
    size_t i = get_global_id(0);                                                                \
    T##4 a = vload4(i, as), b = vload4(i, bs), c = vload4(i, cs);                               \
    FUNCTIONS(STORE_VECTOR, as_##T##4)                                                          \
  }

INTEGER(char)
INTEGER(uchar)
INTEGER(short)
INTEGER(ushort)
INTEGER(int)
INTEGER(uint)
INTEGER(long)
INTEGER(ulong)

#define UPSAMPLE(HIGH, LOW, WIDE)                                                               \
  kernel void upsample_##HIGH(global const HIGH *highs, global const LOW *lows,                 \
                              global WIDE *out) {                                               \
    size_t i = get_global_id(0);                                                                \
    out[i] = upsample(highs[i], lows[i]);                                                       \
  }

UPSAMPLE(char, uchar, short)
UPSAMPLE(uchar, uchar, ushort)
UPSAMPLE(short, ushort, int)
UPSAMPLE(ushort, ushort, uint)
UPSAMPLE(int, uint, long)
UPSAMPLE(uint, uint, ulong)

#define FAST(T)                                                                                 \
  kernel void fast_##T(global const T *as, global const T *bs, global const T *cs,              \
                       global T *out, ulong count) {                                            \
    size_t i = get_global_id(0);                                                                \
    out[i] = mul24(as[i], bs[i]);                                                               \
    out[count + i] = mad24(as[i], bs[i], cs[i]);                                                \
  }

FAST(int)
FAST(uint)
