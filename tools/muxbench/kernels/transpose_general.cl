// transpose.cl for square work-groups of any size.
kernel void transpose(global const float *source, global float *destination, int size,
                      local float *tile) {
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int width = get_local_size(0);
  const int from_column = get_group_id(0) * width;
  const int from_row = get_group_id(1) * width;
  tile[y * (width + 1) + x] = source[(from_row + y) * size + from_column + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  destination[(from_column + y) * size + from_row + x] = tile[x * (width + 1) + y];
}
