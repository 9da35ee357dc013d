#define GROUP 256

// Inclusive prefix sums within each work-group, alternating between two buffers.
kernel void scan(global const float *values, global float *sums) {
  local float first[GROUP];
  local float second[GROUP];
  local float *from = first;
  local float *to = second;
  const uint lid = get_local_id(0);
  from[lid] = values[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint distance = 1; distance < GROUP; distance *= 2) {
    to[lid] = lid >= distance ? from[lid] + from[lid - distance] : from[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    local float *swapped = from;
    from = to;
    to = swapped;
  }
  sums[get_global_id(0)] = from[lid];
}
