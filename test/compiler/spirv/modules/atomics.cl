// Atomic operations in local memory, and a structure through functions.
struct pair {
  uint first;
  ushort second;
  uchar third[3];
};
struct pair make(uint value) {
  struct pair made = {value * 3u, (ushort)value, {(uchar)value, (uchar)(value >> 8), 5}};
  return made;
}
uint total(const struct pair *p) {
  return p->first + p->second + p->third[0] * p->third[1] + p->third[2];
}
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void test(global uint *out,
                                                                 global const uint *in) {
  local volatile uint sum;
  local volatile uint most;
  local volatile int least;
  local volatile uint bits;
  const size_t i = get_global_id(0);
  if (get_local_id(0) == 0) {
    sum = 0;
    most = 0;
    least = 0;
    bits = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, in[i]);
  atomic_inc(&sum);
  atomic_max(&most, in[i]);
  atomic_min(&least, as_int(in[i]));
  atomic_xor(&bits, in[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  const struct pair p = make(in[i]);
  out[i] = sum + most + (uint)least + bits + total(&p);
}
