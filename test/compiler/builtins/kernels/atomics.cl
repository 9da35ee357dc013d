#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

// Work-items sequentially apply their operand to the same ten elements; old values are stored in
// `old`.
#define OPERATIONS(PREFIX, TARGET)                                  \
  old[11 * i] = PREFIX##_add(TARGET, operand);                      \
  old[11 * i + 1] = PREFIX##_sub(TARGET + 1, operand);              \
  old[11 * i + 2] = PREFIX##_xchg(TARGET + 2, operand);             \
  old[11 * i + 3] = PREFIX##_inc(TARGET + 3);                       \
  old[11 * i + 4] = PREFIX##_dec(TARGET + 4);                       \
  old[11 * i + 5] = PREFIX##_cmpxchg(TARGET + 5, operand, operand + 1); \
  old[11 * i + 6] = PREFIX##_min(TARGET + 6, operand);              \
  old[11 * i + 7] = PREFIX##_max(TARGET + 7, operand);              \
  old[11 * i + 8] = PREFIX##_and(TARGET + 8, operand);              \
  old[11 * i + 9] = PREFIX##_or(TARGET + 9, operand);               \
  old[11 * i + 10] = PREFIX##_xor(TARGET + 10, operand);

#define ATOMICS_OF(PREFIX, T)                                                                   \
  kernel void PREFIX##_global_##T(volatile global T *places, global const T *operands,          \
                                  global T *old) {                                              \
    size_t i = get_global_id(0);                                                                \
    T operand = operands[i];                                                                    \
    OPERATIONS(PREFIX, places)                                                                  \
  }                                                                                             \
  kernel void PREFIX##_local_##T(global T *places, global const T *operands, global T *old,     \
                                 volatile local T *scratch) {                                   \
    size_t i = get_global_id(0);                                                                \
    T operand = operands[i];                                                                    \
    if (i == 0) {                                                                               \
      for (int place = 0; place < 11; ++place) scratch[place] = places[place];                  \
    }                                                                                           \
    barrier(CLK_LOCAL_MEM_FENCE);                                                               \
    OPERATIONS(PREFIX, scratch)                                                                 \
    barrier(CLK_LOCAL_MEM_FENCE);                                                               \
    if (i == 0) {                                                                               \
      for (int place = 0; place < 11; ++place) places[place] = scratch[place];                  \
    }                                                                                           \
  }
ATOMICS_OF(atomic, int)
ATOMICS_OF(atomic, uint)
ATOMICS_OF(atom, int)
ATOMICS_OF(atom, uint)
ATOMICS_OF(atom, long)
ATOMICS_OF(atom, ulong)

kernel void exchange_float(volatile global float *place, global float *old) {
  size_t i = get_global_id(0);
  old[i] = atomic_xchg(place, (float)i + 0.5f);
}

kernel void count(volatile global int *counter, volatile global long *wide_counter) {
  atomic_inc(counter);
  atom_add(wide_counter, 3l);
}

// Fences around plain accesses have no effect for a single work-item.
kernel void fences(global int *out) {
  size_t i = get_global_id(0);
  out[i] = 1;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  out[i] += 1;
  read_mem_fence(CLK_LOCAL_MEM_FENCE);
  out[i] += 1;
  write_mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[i] += 1;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_relaxed, memory_scope_work_item);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
  prefetch(out, 16);
  out[i] += 1;
}

// OpenCL C has no such functions on narrower integers, but a program may declare them; those of
// OpenCL C are hidden from there on.
#define DECLARED __attribute__((overloadable))
#define DECLARE_IN(T, SPACE)                          \
  T DECLARED atomic_add(volatile SPACE T *, T);       \
  T DECLARED atomic_sub(volatile SPACE T *, T);       \
  T DECLARED atomic_xchg(volatile SPACE T *, T);      \
  T DECLARED atomic_inc(volatile SPACE T *);          \
  T DECLARED atomic_dec(volatile SPACE T *);          \
  T DECLARED atomic_cmpxchg(volatile SPACE T *, T, T); \
  T DECLARED atomic_min(volatile SPACE T *, T);       \
  T DECLARED atomic_max(volatile SPACE T *, T);       \
  T DECLARED atomic_and(volatile SPACE T *, T);       \
  T DECLARED atomic_or(volatile SPACE T *, T);        \
  T DECLARED atomic_xor(volatile SPACE T *, T);
#define DECLARE(T) DECLARE_IN(T, global) DECLARE_IN(T, local)
DECLARE(char)
DECLARE(uchar)
DECLARE(short)
DECLARE(ushort)

ATOMICS_OF(atomic, char)
ATOMICS_OF(atomic, uchar)
ATOMICS_OF(atomic, short)
ATOMICS_OF(atomic, ushort)
