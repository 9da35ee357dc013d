// Clamped indices, in loops and outside.

kernel void clamped(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  uint sum = 0;
  for (int d = -3; d <= 3; ++d) {
    sum = sum * 5 + in[clamp(i + d, 0, length - 1)];
  }
  out[i] = sum;
}

kernel void in_two_loops(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  uint sum = 0;
  for (int dy = 0; dy < 3; ++dy) {
    for (int dx = 1; dx >= -1; --dx) {
      sum = sum * 5 + in[min(max(i * 2 + dx * 3 + dy - 5, 2), length + 2)];
    }
  }
  out[i] = sum;
}

kernel void at_ends(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  uint left = i == 0 ? in[i] : in[i - 1];
  uint right = i == length - 1 ? in[i] : in[i + 1];
  int before = i == 0 ? length - 1 : i - 1;
  int after = i != length - 1 ? i + 1 : 0;
  out[i] = left * 3 + right * 5 + in[before] * 7 + in[after];
}

kernel void mirrored(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  uint sum = 0;
  for (int d = -2; d <= 2; ++d) {
    int k = i + d;
    if (k < 0) {
      k = -k;
    }
    if (k >= length) {
      k = 2 * length - 2 - k;
    }
    sum = sum * 5 + in[abs(k)];
  }
  out[i] = sum;
}

kernel void of_unsigned(global const uint *in, global uint *out, int length) {
  uint i = get_global_id(0);
  uint last = length - 1;
  uint sum = 0;
  for (uint d = 0; d < 4; ++d) {
    sum = sum * 5 + in[min(i + d, last)] + in[max(i, d + last) % 4000];
  }
  out[i] = sum;
}

// The equality occurs in the middle of the loop.
kernel void equal_in_a_loop(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  uint sum = 0;
  for (int d = 0; d < 9; ++d) {
    int k = i + d == length ? 0 : i + d;
    sum = sum * 5 + in[k];
  }
  out[i] = sum;
}

// Adjacent work-items wrap, and are on both sides of the bounds.
kernel void wrapping(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  int k = (int)((uint)i * 0x10000000u);
  out[i] = in[clamp(k, 0, length - 1)] * 3 + in[clamp(k + 5, -3, 7) + 3];
}

kernel void of_steps(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  int step = i >= length ? 3 : 1;
  out[i] = in[i + step] + in[i < 5 ? 0 : i - 5] * 3;
}

// The trip count is unknown.
kernel void of_any_radius(global const uint *in, global uint *out, int length) {
  int i = get_global_id(0);
  uint sum = 0;
  for (int d = -length; d <= length && d < 20; ++d) {
    sum = sum * 5 + in[clamp(i + d, 0, 3999)];
  }
  out[i] = sum;
}
