// scan.cl for work-groups of any size.
kernel void scan(global const float *values, global float *sums, local float *first,
                 local float *second) {
  local float *from = first;
  local float *to = second;
  const int lid = get_local_id(0);
  from[lid] = values[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int distance = 1; distance < get_local_size(0); distance *= 2) {
    to[lid] = lid >= distance ? from[lid] + from[lid - distance] : from[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    local float *swapped = from;
    from = to;
    to = swapped;
  }
  sums[get_global_id(0)] = from[lid];
}
