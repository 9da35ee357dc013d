// Work-items that compute their row and column by division, masks and shifts. The output depends on
// both, through memory.

kernel void by_uint(global const uint *in, global uint *out, int length) {
  uint i = get_global_id(0);
  uint width = length;
  uint x = i % width, y = i / width;
  out[i] = in[y * width + x] * 3 + (in[x] ^ in[y] << 1);
}

kernel void by_int(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  int x = i % length, y = i / length;
  out[y * length + x] = in[i] * 3 + (in[x] ^ in[y] << 1);
}

kernel void by_size(global const uint *in, global uint *out, int length) {
  size_t i = get_global_id(0);
  size_t width = length;
  size_t x = i % width, y = i / width;
  out[i] = in[y * width + x] * 3 + (in[x] ^ in[y] << 1);
}

// Rows of negative numbers begin at their other end.
kernel void around_zero(global const uint *in, global uint *out, int length) {
  int i = (int)get_global_id(0) - 1000;
  int x = i % length, y = i / length;
  out[i + 1000] = in[abs(x)] * 3 + (in[abs(y)] ^ (uint)(x + y) << 1);
}

kernel void three_dimensions(global const uint *in, global uint *out, int length) {
  uint i = get_global_id(0);
  uint width = length, height = 5;
  uint x = i % width, y = i / width % height, z = i / (width * height);
  out[i] = in[(z * height + y) * width + x] * 3 + (in[x] ^ in[y + z] << 1);
}

// Every third element.
kernel void in_steps(global const uint *in, global uint *out, int length) {
  uint i = get_global_id(0);
  uint width = length, k = i * 3 + 1;
  uint x = k % width, y = k / width;
  out[i] = in[x % 4000] * 3 + (in[y % 4000] ^ x << 1);
}

// Products wrap, so they are not ordered like ids.
kernel void wrapping(global const uint *in, global uint *out, int length) {
  uint i = get_global_id(0);
  uint width = length, k = i * 0x10000003u;
  uint x = k % width, y = k / width;
  out[i] = in[x % 4000] * 3 + (in[y % 4000] ^ x << 1);
}

kernel void masks(global const uint *in, global uint *out, int length) {
  uint i = get_global_id(0);
  uint x = i & 31, y = i >> 5 & 63, z = i & 1023;
  out[i] = in[y << 5 | x] * 3 + (in[x] ^ in[y] << 1) + in[z];
}

kernel void under_a_condition(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  if (i % 7 == 3) {
    out[i] = 5;
    return;
  }
  int x = i % length, y = i / length;
  uint sum = 0;
  for (int k = 0; k <= (y & 3); ++k) {
    sum += x > 0 && x < length - 1 && i < 3999 ? in[y * length + x - 1] + in[y * length + x + 1] : k;
  }
  out[i] = sum;
}

kernel void in_groups(global const uint *in, global uint *out, int length) {
  local uint values[4096];
  uint k = get_local_id(0);
  uint width = length;
  values[k] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint x = k % width, y = k / width;
  out[get_global_id(0)] = values[y * width + x] * 3 + (in[x] ^ in[y] << 1);
}

// For groups with rows of 10.
kernel void by_linear_id(global const uint *in, global uint *out, int length) {
  uint k = get_local_linear_id();
  uint width = length;
  uint x = k % width, y = k / width;
  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  out[i] = in[y * width + x] * 3 + (in[x] ^ in[y] << 1);
}
