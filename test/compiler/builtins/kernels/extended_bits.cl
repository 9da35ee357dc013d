// Bit fields of every type: scalars, and vectors of every width.

#define RESULTS(STORE, T)                                         \
  STORE(0, bitfield_insert(a, b, offset, count))                  \
  STORE(1, as_##T(bitfield_extract_signed(a, offset, count)))     \
  STORE(2, as_##T(bitfield_extract_unsigned(a, offset, count)))   \
  STORE(3, bit_reverse(a))

#define STORE_NUMBER(PLACE, VALUE) out[(PLACE) * items + i] = VALUE;
#define NUMBERS_OF(T)                                                                            \
  kernel void T##_1(global const T *as, global const T *bs, global const uint *offsets,          \
                    global const uint *counts, global T *out, ulong items) {                     \
    size_t i = get_global_id(0);                                                                 \
    T a = as[i], b = bs[i];                                                                      \
    uint offset = offsets[i], count = counts[i];                                                 \
    RESULTS(STORE_NUMBER, T)                                                                     \
  }

// Divergent code: odd work-items count fields from the other end.
#define DIVERGENT_OF(T)                                                                          \
  kernel void T##_divergent(global const T *as, global const T *bs, global const uint *offsets,  \
                            global const uint *counts, global T *out, ulong items) {             \
    size_t i = get_global_id(0);                                                                 \
    T a = as[i], b = bs[i];                                                                      \
    uint offset = offsets[i], count = counts[i];                                                 \
    if (count == 0) {                                                                            \
      RESULTS(STORE_NUMBER, T)                                                                   \
    } else {                                                                                     \
      for (uint turn = 0; turn < count; ++turn) {                                                \
        if (turn + 1 == count) {                                                                 \
          RESULTS(STORE_NUMBER, T)                                                               \
        }                                                                                        \
      }                                                                                          \
    }                                                                                            \
  }

#define VECTORS_OF(T, N)                                                                         \
  kernel void T##_##N(global const T *as, global const T *bs, global const uint *offsets,        \
                      global const uint *counts, global T *out, ulong items) {                   \
    size_t i = get_global_id(0);                                                                 \
    T##N a = vload##N(i, as), b = vload##N(i, bs);                                               \
    uint offset = offsets[i], count = counts[i];                                                 \
    vstore##N(bitfield_insert(a, b, offset, count), i, out);                                     \
    vstore##N(as_##T##N(bitfield_extract_signed(a, offset, count)), i, out + items);             \
    vstore##N(as_##T##N(bitfield_extract_unsigned(a, offset, count)), i, out + 2 * items);       \
    vstore##N(bit_reverse(a), i, out + 3 * items);                                               \
  }

#define ALL_OF(T)   \
  NUMBERS_OF(T)     \
  DIVERGENT_OF(T)   \
  VECTORS_OF(T, 2)  \
  VECTORS_OF(T, 3)  \
  VECTORS_OF(T, 4)  \
  VECTORS_OF(T, 8)  \
  VECTORS_OF(T, 16)

ALL_OF(char)
ALL_OF(uchar)
ALL_OF(short)
ALL_OF(ushort)
ALL_OF(int)
ALL_OF(uint)
ALL_OF(long)
ALL_OF(ulong)
