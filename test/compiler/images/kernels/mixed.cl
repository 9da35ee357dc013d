// Images combined with other features.

// A work-item reads what it has written, before and after the fence.
kernel void write_then_read(read_write image2d_t image, global uint4 *out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  const uint4 before = read_imageui(image, at);
  write_imageui(image, at, before + 1);
  const uint4 middle = read_imageui(image, at);
  write_imageui(image, at, middle * 2);
  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
  out[i] = read_imageui(image, at);
}

// Images live across a barrier, in a loop with barriers.
kernel void blur(read_only image2d_t from, write_only image2d_t to, local float4 *row,
                 const int rounds) {
  const sampler_t sampler =
      CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  const int x = get_local_id(0);
  const int last = get_local_size(0) - 1;
  const int y = get_group_id(0);
  float4 value = read_imagef(from, sampler, (int2)(x, y));
  for (int round = 0; round < rounds; ++round) {
    row[x] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = (row[max(x - 1, 0)] + row[min(x + 1, last)]) * 0.5f;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  write_imagef(to, (int2)(x, y), value);
}

void copy_pixel(read_only image2d_array_t from, write_only image3d_t to, int4 at)
    __attribute__((noinline));
void copy_pixel(read_only image2d_array_t from, write_only image3d_t to, int4 at) {
  write_imagei(to, at, read_imagei(from, at));
}

// Layers become slices.
kernel void to_slices(read_only image2d_array_t from, write_only image3d_t to) {
  const int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  copy_pixel(from, to, at);
}
