#define TILE 16

// Work-groups of TILE x TILE work-items load tiles of both matrices to local memory.
kernel void matmul_tiled(global const float *a, global const float *b, global float *c, uint size) {
  local float a_tile[TILE][TILE];
  local float b_tile[TILE][TILE];
  const uint x = get_local_id(0);
  const uint y = get_local_id(1);
  const uint column = get_global_id(0);
  const uint row = get_global_id(1);
  float sum = 0.0f;
  for (uint tile = 0; tile < size; tile += TILE) {
    a_tile[y][x] = a[row * size + tile + x];
    b_tile[y][x] = b[(tile + y) * size + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TILE; ++k) {
      sum += a_tile[y][k] * b_tile[k][x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * size + column] = sum;
}
