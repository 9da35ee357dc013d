// Each operation in seven forms, and each form on its own element: sequentially consistent by
// default, the five memory orders, and an order read from memory. Work-items take turns; results
// are stored in `old`.

#define UPDATE(NAME)                                                                         \
  old[0] = NAME(p, operand);                                                                 \
  old[1] = NAME##_explicit(p + 1, operand, memory_order_relaxed, memory_scope_work_group);   \
  old[2] = NAME##_explicit(p + 2, operand, memory_order_acquire);                            \
  old[3] = NAME##_explicit(p + 3, operand, memory_order_release, memory_scope_device);       \
  old[4] = NAME##_explicit(p + 4, operand, memory_order_acq_rel, memory_scope_all_devices);  \
  old[5] = NAME##_explicit(p + 5, operand, memory_order_seq_cst);                            \
  old[6] = NAME##_explicit(p + 6, operand, any_order, memory_scope_device);                  \
  p += 7;                                                                                    \
  old += 7;

#define STORE_AND_LOAD                                                                       \
  atomic_store(p, operand);                                                                  \
  atomic_store_explicit(p + 1, operand, memory_order_relaxed, memory_scope_work_group);      \
  atomic_store_explicit(p + 2, operand, memory_order_release);                               \
  atomic_store_explicit(p + 3, operand, memory_order_release, memory_scope_device);          \
  atomic_store_explicit(p + 4, operand, memory_order_seq_cst, memory_scope_all_devices);     \
  atomic_store_explicit(p + 5, operand, any_order);                                          \
  atomic_init(p + 6, operand);                                                               \
  old[0] = atomic_load(p);                                                                   \
  old[1] = atomic_load_explicit(p + 1, memory_order_relaxed, memory_scope_work_group);       \
  old[2] = atomic_load_explicit(p + 2, memory_order_acquire);                                \
  old[3] = atomic_load_explicit(p + 3, memory_order_acquire, memory_scope_device);           \
  old[4] = atomic_load_explicit(p + 4, memory_order_seq_cst, memory_scope_all_devices);      \
  old[5] = atomic_load_explicit(p + 5, any_order);                                           \
  old[6] = atomic_load_explicit(p + 6, any_order, memory_scope_work_group);                  \
  p += 7;                                                                                    \
  old += 7;

// A weak exchange may fail although the values are equal.
#define ONE_EXCHANGE(T, INDEX, CALL)                 \
  expected = operand;                                \
  do {                                               \
    exchanged = CALL;                                \
  } while (!exchanged && expected == operand);       \
  old[2 * INDEX] = expected;                         \
  old[2 * INDEX + 1] = (T)(exchanged ? 1 : 0);

#define COMPARE_EXCHANGE(T, NAME)                                                            \
  ONE_EXCHANGE(T, 0, NAME(p, &expected, desired))                                            \
  ONE_EXCHANGE(T, 1, NAME##_explicit(p + 1, &expected, desired, memory_order_relaxed,        \
                                     memory_order_relaxed, memory_scope_work_group))         \
  ONE_EXCHANGE(T, 2, NAME##_explicit(p + 2, &expected, desired, memory_order_acq_rel,        \
                                     memory_order_acquire))                                  \
  ONE_EXCHANGE(T, 3, NAME##_explicit(p + 3, &expected, desired, memory_order_release,        \
                                     memory_order_relaxed, memory_scope_device))             \
  ONE_EXCHANGE(T, 4, NAME##_explicit(p + 4, &expected, desired, memory_order_seq_cst,        \
                                     memory_order_acquire, memory_scope_all_devices))        \
  ONE_EXCHANGE(T, 5, NAME##_explicit(p + 5, &expected, desired, memory_order_seq_cst,        \
                                     memory_order_seq_cst))                                  \
  ONE_EXCHANGE(T, 6, NAME##_explicit(p + 6, &expected, desired, any_order,                   \
                                     memory_order_relaxed, memory_scope_device))             \
  p += 7;                                                                                    \
  old += 14;

#define ARITHMETIC          \
  UPDATE(atomic_exchange)   \
  UPDATE(atomic_fetch_add)  \
  UPDATE(atomic_fetch_sub)  \
  UPDATE(atomic_fetch_min)  \
  UPDATE(atomic_fetch_max)  \
  STORE_AND_LOAD

#define EXCHANGES(T)                                   \
  T expected;                                          \
  bool exchanged;                                      \
  T desired = operand + 1;                             \
  COMPARE_EXCHANGE(T, atomic_compare_exchange_strong)  \
  COMPARE_EXCHANGE(T, atomic_compare_exchange_weak)

#define BITS               \
  UPDATE(atomic_fetch_and) \
  UPDATE(atomic_fetch_or)  \
  UPDATE(atomic_fetch_xor)

#define PLACES 77

// The elements are in global memory, in local memory, and accessed by a generic pointer to either.
#define KERNELS(T, REST)                                                                       \
  kernel void global_##T(global T *places, global const T *operands, global T *old,            \
                         global int *orders) {                                                 \
    global atomic_##T *p = (global atomic_##T *)places;                                        \
    size_t i = get_global_id(0);                                                               \
    T operand = operands[i];                                                                   \
    memory_order any_order = (memory_order)orders[i];                                          \
    old += i * (PLACES + 14);                                                                  \
    ARITHMETIC EXCHANGES(T) REST                                                               \
  }                                                                                            \
  kernel void local_##T(global T *places, global const T *operands, global T *old,             \
                        global int *orders) {                                                  \
    local T scratch[PLACES];                                                                   \
    local atomic_##T *p = (local atomic_##T *)scratch;                                         \
    size_t i = get_global_id(0);                                                               \
    T operand = operands[i];                                                                   \
    memory_order any_order = (memory_order)orders[i];                                          \
    old += i * (PLACES + 14);                                                                  \
    if (i == 0) {                                                                              \
      for (int place = 0; place < PLACES; ++place) scratch[place] = places[place];             \
    }                                                                                          \
    barrier(CLK_LOCAL_MEM_FENCE);                                                              \
    ARITHMETIC EXCHANGES(T) REST                                                               \
    barrier(CLK_LOCAL_MEM_FENCE);                                                              \
    if (i == 0) {                                                                              \
      for (int place = 0; place < PLACES; ++place) places[place] = scratch[place];             \
    }                                                                                          \
  }                                                                                            \
  kernel void generic_##T(global T *places, global const T *operands, global T *old,           \
                          global int *orders) {                                                \
    local T scratch[PLACES];                                                                   \
    size_t i = get_global_id(0);                                                               \
    T operand = operands[i];                                                                   \
    bool here = orders[0] == 0;                                                                \
    atomic_##T *p = here ? (atomic_##T *)scratch : (atomic_##T *)places;                       \
    memory_order any_order = (memory_order)orders[i];                                          \
    old += i * (PLACES + 14);                                                                  \
    if (i == 0) {                                                                              \
      for (int place = 0; place < PLACES; ++place) scratch[place] = places[place];             \
    }                                                                                          \
    barrier(CLK_LOCAL_MEM_FENCE);                                                              \
    ARITHMETIC EXCHANGES(T) REST                                                               \
    barrier(CLK_LOCAL_MEM_FENCE);                                                              \
    if (i == 0 && here) {                                                                      \
      for (int place = 0; place < PLACES; ++place) places[place] = scratch[place];             \
    }                                                                                          \
  }

KERNELS(int, BITS)
KERNELS(uint, BITS)
KERNELS(long, BITS)
KERNELS(ulong, BITS)
KERNELS(float, )
KERNELS(double, )

// Flags, and integers of pointer size.
kernel void flags(global int *cells, global int *out) {
  global atomic_flag *flag = (global atomic_flag *)cells;
  out[0] = atomic_flag_test_and_set(flag);
  out[1] = atomic_flag_test_and_set_explicit(flag, memory_order_acquire);
  atomic_flag_clear(flag);
  out[2] = atomic_flag_test_and_set_explicit(flag, memory_order_acq_rel, memory_scope_device);
  atomic_flag_clear_explicit(flag, memory_order_release);
  out[3] = atomic_flag_test_and_set_explicit(flag, memory_order_relaxed, memory_scope_work_group);
  out[4] = atomic_flag_test_and_set(flag);
  atomic_flag_clear_explicit(flag + 1, memory_order_seq_cst, memory_scope_all_devices);
}

kernel void pointer_sized(global ulong *out) {
  global atomic_size_t *size = (global atomic_size_t *)out;
  global atomic_ptrdiff_t *difference = (global atomic_ptrdiff_t *)(out + 1);
  global atomic_intptr_t *number = (global atomic_intptr_t *)(out + 2);
  global atomic_uintptr_t *address = (global atomic_uintptr_t *)(out + 3);
  atomic_fetch_max(size, (size_t)-5);
  atomic_fetch_min(difference, (ptrdiff_t)-5);
  atomic_fetch_add_explicit(number, (intptr_t)1 << 40, memory_order_relaxed, memory_scope_device);
  out[4] = atomic_exchange(address, (uintptr_t)out);
}

// Narrower integers have no atomic types in OpenCL C; compilers of other languages call functions
// with the corresponding mangled names.
#define NARROW(T, CODE)                                                                           \
  T fetch_add_##T(volatile generic T *, T, memory_order, memory_scope)                            \
      __asm("_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomic" CODE CODE "12memory_order12memory_scope"); \
  T fetch_max_##T(volatile generic T *, T)                                                        \
      __asm("_Z16atomic_fetch_maxPU3AS4VU7_Atomic" CODE CODE);                                    \
  T exchange_##T(volatile generic T *, T)                                                         \
      __asm("_Z15atomic_exchangePU3AS4VU7_Atomic" CODE CODE);                                     \
  bool compare_exchange_##T(volatile generic T *, generic T *, T)                                 \
      __asm("_Z30atomic_compare_exchange_strongPU3AS4VU7_Atomic" CODE "PU3AS4" CODE CODE);         \
  T load_##T(volatile generic T *) __asm("_Z11atomic_loadPU3AS4VU7_Atomic" CODE);                 \
  void store_##T(volatile generic T *, T) __asm("_Z12atomic_storePU3AS4VU7_Atomic" CODE CODE);     \
  kernel void narrow_##T(global T *values) {                                                      \
    size_t i = get_global_id(0);                                                                  \
    T operand = (T)(i * 37);                                                                      \
    fetch_add_##T(values, operand, memory_order_relaxed, memory_scope_device);                    \
    fetch_max_##T(values + 1, operand);                                                           \
    T expected = load_##T(values + 2);                                                            \
    while (!compare_exchange_##T(values + 2, &expected, expected * 3 + 1)) {                      \
    }                                                                                             \
    if (i == 5) store_##T(values + 3, exchange_##T(values + 4, operand) - 1);                     \
  }
NARROW(char, "c")
NARROW(uchar, "h")
NARROW(short, "s")
NARROW(ushort, "t")

// Several threads count; each value is returned exactly once.
kernel void count(global int *counter, global double *sum, global uchar *seen) {
  int ticket = atomic_fetch_add_explicit((global atomic_int *)counter, 1, memory_order_relaxed,
                                         memory_scope_device);
  seen[ticket] += 1;
  atomic_fetch_add((global atomic_double *)sum, 0.5);
  atomic_fetch_max_explicit((global atomic_int *)counter + 1, (int)get_global_id(0),
                            memory_order_relaxed);
}

// A spin lock with a flag, around a plain variable; one work-item of each group takes it.
kernel void lock(global int *cells, global long *guarded) {
  global atomic_flag *flag = (global atomic_flag *)cells;
  if (get_local_id(0) == 0) {
    while (atomic_flag_test_and_set_explicit(flag, memory_order_acquire, memory_scope_device)) {
    }
    guarded[0] = guarded[0] * 3 + 1;
    guarded[1] += 1;
    atomic_flag_clear_explicit(flag, memory_order_release, memory_scope_device);
  }
}

// Writes of a work-group before a release are visible to another one after the acquire.
kernel void publish(global int *data, global int *flags, global int *wrong) {
  size_t group = get_group_id(0);
  data[group] = (int)group + 1;
  atomic_store_explicit((global atomic_int *)flags + group, 1, memory_order_release,
                        memory_scope_device);
  for (size_t other = 0; other < get_num_groups(0); ++other) {
    if (atomic_load_explicit((global atomic_int *)flags + other, memory_order_acquire,
                             memory_scope_device) == 1 &&
        data[other] != (int)other + 1) {
      atomic_fetch_add((global atomic_int *)wrong, 1);
    }
  }
}
