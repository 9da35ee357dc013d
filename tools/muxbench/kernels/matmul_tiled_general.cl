// matmul_tiled.cl for square work-groups of any size.
kernel void matmul_tiled(global const float *a, global const float *b, global float *c, int size,
                         local float *a_tile, local float *b_tile) {
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int width = get_local_size(0);
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  float sum = 0.0f;
  for (int tile = 0; tile < size; tile += width) {
    a_tile[y * width + x] = a[row * size + tile + x];
    b_tile[y * width + x] = b[(tile + y) * size + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < width; ++k) {
      sum += a_tile[y * width + k] * b_tile[k * width + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * size + column] = sum;
}
