// Relational functions of scalars and of vectors of four; results of one function are contiguous.

#define STORE_SCALAR(PLACE, VALUE) out[(PLACE) * count + i] = VALUE;
#define STORE_VECTOR(PLACE, VALUE) vstore4(VALUE, i, out + (PLACE) * count);

#define RELATIONS(STORE)            \
  STORE(0, isequal(x, y))           \
  STORE(1, isnotequal(x, y))        \
  STORE(2, isgreater(x, y))         \
  STORE(3, isgreaterequal(x, y))    \
  STORE(4, isless(x, y))            \
  STORE(5, islessequal(x, y))       \
  STORE(6, islessgreater(x, y))     \
  STORE(7, isordered(x, y))         \
  STORE(8, isunordered(x, y))       \
  STORE(9, isfinite(x))             \
  STORE(10, isinf(x))               \
  STORE(11, isnan(x))               \
  STORE(12, isnormal(x))            \
  STORE(13, signbit(x))

#define RELATIONS_OF(T, R)                                                                      \
  kernel void relations_##T(global const T *xs, global const T *ys, global int *out,            \
                            ulong count) {                                                      \
    size_t i = get_global_id(0);                                                                \
    T x = xs[i], y = ys[i];                                                                     \
    RELATIONS(STORE_SCALAR)                                                                     \
  }                                                                                             \
  kernel void relations_##T##_by_four(global const T *xs, global const T *ys, global R *out,    \
                                      ulong count) {                                            \
    size_t i = get_global_id(0);                                                                \
    T##4 x = vload4(i, xs), y = vload4(i, ys);                                                  \
    RELATIONS(STORE_VECTOR)                                                                     \
  }
RELATIONS_OF(float, int)
RELATIONS_OF(double, long)

// T: the type of operands; S, U: integers of its width.
#define CHOICES_OF(T, S, U)                                                                     \
  kernel void choices_##T(global const T *as, global const T *bs, global const T *masks,        \
                          global T *out, ulong count) {                                         \
    size_t i = get_global_id(0);                                                                \
    T a = as[i], b = bs[i], mask = masks[i];                                                    \
    STORE_SCALAR(0, bitselect(a, b, mask))                                                      \
    STORE_SCALAR(1, select(a, b, as_##S(mask)))                                                 \
    STORE_SCALAR(2, select(a, b, as_##U(mask)))                                                 \
  }                                                                                             \
  kernel void choices_##T##_by_four(global const T *as, global const T *bs,                     \
                                    global const T *masks, global T *out, ulong count) {        \
    size_t i = get_global_id(0);                                                                \
    T##4 a = vload4(i, as), b = vload4(i, bs), mask = vload4(i, masks);                         \
    STORE_VECTOR(0, bitselect(a, b, mask))                                                      \
    STORE_VECTOR(1, select(a, b, as_##S##4(mask)))                                              \
    STORE_VECTOR(2, select(a, b, as_##U##4(mask)))                                              \
  }
CHOICES_OF(char, char, uchar)
CHOICES_OF(uchar, char, uchar)
CHOICES_OF(short, short, ushort)
CHOICES_OF(ushort, short, ushort)
CHOICES_OF(int, int, uint)
CHOICES_OF(uint, int, uint)
CHOICES_OF(long, long, ulong)
CHOICES_OF(ulong, long, ulong)
CHOICES_OF(float, int, uint)
CHOICES_OF(double, long, ulong)

#define REDUCTIONS_OF(T)                                                                        \
  kernel void reductions_##T(global const T *xs, global int *out) {                             \
    size_t i = get_global_id(0);                                                                \
    out[12 * i] = any(xs[16 * i]);                                                              \
    out[12 * i + 1] = all(xs[16 * i]);                                                          \
    out[12 * i + 2] = any(vload2(0, xs + 16 * i));                                              \
    out[12 * i + 3] = all(vload2(0, xs + 16 * i));                                              \
    out[12 * i + 4] = any(vload3(0, xs + 16 * i));                                              \
    out[12 * i + 5] = all(vload3(0, xs + 16 * i));                                              \
    out[12 * i + 6] = any(vload4(0, xs + 16 * i));                                              \
    out[12 * i + 7] = all(vload4(0, xs + 16 * i));                                              \
    out[12 * i + 8] = any(vload8(0, xs + 16 * i));                                              \
    out[12 * i + 9] = all(vload8(0, xs + 16 * i));                                              \
    out[12 * i + 10] = any(vload16(0, xs + 16 * i));                                            \
    out[12 * i + 11] = all(vload16(0, xs + 16 * i));                                            \
  }
REDUCTIONS_OF(char)
REDUCTIONS_OF(short)
REDUCTIONS_OF(int)
REDUCTIONS_OF(long)
