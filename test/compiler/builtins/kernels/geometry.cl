#define ACCESS_OF(T)                                                                            \
  static T __attribute__((overloadable)) read1(global const T *x, size_t i) { return x[4 * i]; }  \
  static T##2 __attribute__((overloadable)) read2(global const T *x, size_t i) {                \
    return vload2(0, x + 4 * i);                                                                \
  }                                                                                             \
  static T##3 __attribute__((overloadable)) read3(global const T *x, size_t i) {                \
    return vload3(0, x + 4 * i);                                                                \
  }                                                                                             \
  static T##4 __attribute__((overloadable)) read4(global const T *x, size_t i) {                \
    return vload4(i, x);                                                                        \
  }                                                                                             \
  static void __attribute__((overloadable)) write1(T x, size_t i, global T *out) {              \
    out[4 * i] = x;                                                                             \
  }                                                                                             \
  static void __attribute__((overloadable)) write2(T##2 x, size_t i, global T *out) {           \
    vstore2(x, 0, out + 4 * i);                                                                 \
  }                                                                                             \
  static void __attribute__((overloadable)) write3(T##3 x, size_t i, global T *out) {           \
    vstore3(x, 0, out + 4 * i);                                                                 \
  }                                                                                             \
  static void __attribute__((overloadable)) write4(T##4 x, size_t i, global T *out) {           \
    vstore4(x, i, out);                                                                         \
  }
ACCESS_OF(float)
ACCESS_OF(double)

// Vectors have a stride of four elements, whatever their width.
#define GEOMETRY(T, N)                                                                          \
  kernel void measures_##T##_##N(global const T *x, global const T *y, global T *out,           \
                                 ulong count) {                                                 \
    size_t i = get_global_id(0);                                                                \
    out[i] = dot(read##N(x, i), read##N(y, i));                                                 \
    out[count + i] = length(read##N(x, i));                                                     \
    out[2 * count + i] = distance(read##N(x, i), read##N(y, i));                                \
  }                                                                                             \
  kernel void normalize_##T##_##N(global const T *x, global T *out) {                           \
    size_t i = get_global_id(0);                                                                \
    write##N(normalize(read##N(x, i)), i, out);                                                 \
  }
GEOMETRY(float, 1) GEOMETRY(float, 2) GEOMETRY(float, 3) GEOMETRY(float, 4)
GEOMETRY(double, 1) GEOMETRY(double, 2) GEOMETRY(double, 3) GEOMETRY(double, 4)

#define FAST(N)                                                                                 \
  kernel void fast_measures_float_##N(global const float *x, global const float *y,             \
                                      global float *out, ulong count) {                         \
    size_t i = get_global_id(0);                                                                \
    out[i] = fast_length(read##N(x, i));                                                        \
    out[count + i] = fast_distance(read##N(x, i), read##N(y, i));                               \
  }                                                                                             \
  kernel void fast_normalize_float_##N(global const float *x, global float *out) {              \
    size_t i = get_global_id(0);                                                                \
    write##N(fast_normalize(read##N(x, i)), i, out);                                            \
  }
FAST(1) FAST(2) FAST(3) FAST(4)

#define CROSS(T, N)                                                                             \
  kernel void cross_##T##_##N(global const T *x, global const T *y, global T *out) {            \
    size_t i = get_global_id(0);                                                                \
    write##N(cross(read##N(x, i), read##N(y, i)), i, out);                                      \
  }
CROSS(float, 3) CROSS(float, 4) CROSS(double, 3) CROSS(double, 4)
