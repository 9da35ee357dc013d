// Reads with a stride below one element: most packets read within one vector.

kernel void halves(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  out[i] = in[i / 2] + 3 * in[length + (i >> 2)];
}

kernel void thirds(global const uint *in, global uint *out, int length) {
  uint i = get_global_id(0);
  out[i] = in[i / 3] + 5 * in[i / (uint)length];
}

kernel void backwards(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  out[i] = in[length + (4000 - i) / 2] + 3 * in[4100 - i / 3];
}

kernel void by_float(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  float x = i * 0.37f + 0.5f;
  int low = (int)floor(x);
  out[i] = in[low] + 3 * in[low + 1] + 5 * in[min(low + 2, length)];
}

kernel void pairs(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  int pair = i / 4 * 2;
  out[i] = in[pair + length] + 3 * in[pair + 1 + length] + 5 * in[i / 8 * 3 + 1];
}

kernel void some(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  uint sum = 1;
  if (i % 3 != 0) {
    sum += in[i / 2];
  }
  if (i >= length) {
    sum += 3 * in[(i - length) / 2];
  }
  out[i] = sum;
}

/// Some packets read within a vector, others do not.
kernel void steps(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  float x = (float)i;
  out[i] = in[(int)(x * x * (1.0f / 4096.0f))] + 3 * in[(uint)i * (uint)i / 4096 + (uint)length];
}

kernel void narrow(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  global const uchar *bytes = (global const uchar *)in;
  global const ushort *shorts = (global const ushort *)in;
  out[i] = bytes[i / 2 + length] + 3 * shorts[i / 2] + 5 * bytes[i / 4 * 2 + 1] +
           7 * bytes[i / 4 * 2];
}

kernel void wide(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  global const ulong *numbers = (global const ulong *)in;
  out[i] = (uint)(numbers[i / 2] >> 16) + 3 * (uint)numbers[(length + i) / 3];
}

kernel void to_the_end(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  out[i] = in[(i + length) / 2];
}

// The neighbors of pixels in a row, reflected at its edges.
int reflected(int x, int length) {
  if (x < 0) {
    return -x;
  }
  return x >= length ? 2 * length - 2 - x : x;
}

kernel void at_edges(global const uint *in, global uint *out, int length) {
  int i = (int)get_global_id(0);
  int row = i % 5 * length;
  int x = i % length;
  out[i] = in[row + clamp(x - 2, 0, length - 1)] + 3 * in[row + (x + 3) % length] +
           5 * in[abs(i - 40)];
}

kernel void reflected_at_edges(global const uint *in, global uint *out, int length) {
  int i = (int)get_global_id(0);
  out[i] = in[reflected(i - 3, length + 2500)] + 7 * in[max(i - 100, 0)];
}
