#define TILE 16

// Reads and writes rows of tiles; the transposition happens in local memory.
kernel void transpose(global const float *source, global float *destination, uint size) {
  local float tile[TILE][TILE + 1];
  const uint x = get_local_id(0);
  const uint y = get_local_id(1);
  const uint from_column = get_group_id(0) * TILE;
  const uint from_row = get_group_id(1) * TILE;
  tile[y][x] = source[(from_row + y) * size + from_column + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  destination[(from_column + y) * size + from_row + x] = tile[x][y];
}
