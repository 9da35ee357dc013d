// Copies of whole work-groups: in, reversed within the group, out.

#define COPY_OF(T)                                                                              \
  kernel void copy_##T(global const T *in, global T *out, local T *buffer) {                    \
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);                   \
    size_t item = get_local_id(0) +                                                             \
                  get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));  \
    size_t group = get_group_id(0) +                                                            \
                   get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2)); \
    size_t count = 2 * items - 1;                                                               \
    event_t event = async_work_group_copy(buffer, in + group * 2 * items, count, 0);            \
    wait_group_events(1, &event);                                                               \
    for (size_t i = item; i < count / 2; i += items) {                                          \
      T swapped = buffer[i];                                                                    \
      buffer[i] = buffer[count - 1 - i];                                                        \
      buffer[count - 1 - i] = swapped;                                                          \
    }                                                                                           \
    barrier(CLK_LOCAL_MEM_FENCE);                                                               \
    event = async_work_group_copy(out + group * 2 * items, buffer, count, 0);                   \
    wait_group_events(1, &event);                                                               \
  }
COPY_OF(char)
COPY_OF(int)
COPY_OF(double)
COPY_OF(float3)
COPY_OF(uchar16)

// Several events in an array, some passed on, and a stride in global memory.
kernel void copy_strided(global const int *in, global int *out, local int *buffer, ulong stride) {
  event_t events[2];
  size_t items = get_local_size(0);
  event_t last = 0;
  for (int part = 0; part < 2; ++part) {
    last = async_work_group_strided_copy(buffer + part * items, in + part * items * stride, items,
                                         stride, last);
    events[part] = last;
  }
  wait_group_events(2, events);
  events[0] = async_work_group_strided_copy(out, buffer, 2 * items, stride, 0);
  wait_group_events(1, events);
}
