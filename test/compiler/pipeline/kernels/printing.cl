global int variable;
kernel void quiet(global int *out) { out[get_global_id(0)] = 1; }
kernel void speaks(int by) { printf("%d\n", (int)get_global_id(0) + by); }
kernel void remembers(global int *out) { out[get_global_id(0)] = variable; }
// The format is constant, so only the argument is accessed.
kernel void asks(global int *out) {
  int *p = out + get_global_id(0);
  global int *q = to_global(p);
  if (q) *q = get_fence(p);
}
// Either may be written, and nothing else.
kernel void chooses(global int *a, global int *b, int which) {
  int *p = which ? a : b;
  *p = 1;
}
// Only some work-items print.
kernel void reports(global const int *in, global int *out) {
  int i = get_global_id(0);
  if (in[i] == 7) {
    printf("%d of ", i);
    printf("%d\n", (int)get_global_size(0));
  }
  out[i] = in[i] * 2 + i;
}
kernel void warns(global const int *in, global int *out) {
  int i = get_global_id(0);
  if (in[i] > 90 && in[i] != 95) {
    printf("%d ", i);
  }
  out[i] = in[i] * 2 + i;
}
// The condition of printing is uniform.
kernel void repeats(global const int *in, global int *out) {
  int i = get_global_id(0);
  if (in[0] == 0 && get_group_id(0) == 0 && get_global_size(0) == 100) {
    printf("%d 0\n", i);
    printf("%d 1\n", i);
  }
  out[i] = in[i] * 2 + i;
}
