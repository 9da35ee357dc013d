// Short loops over the neighborhood of an element.

constant int binomials[5] = {1, 4, 6, 4, 1};
constant float taps[16] = {0.01f, 0.02f, 0.04f, 0.06f, 0.08f, 0.09f, 0.1f,  0.1f,
                           0.1f,  0.1f,  0.09f, 0.08f, 0.06f, 0.04f, 0.02f, 0.01f};
constant short short_taps[8] = {-3, 11, -40, 160, 160, -40, 11, -3};

kernel void box_of_floats(global const float *from, global float *to) {
  const size_t x = get_global_id(0), y = get_global_id(1), width = get_global_size(0) + 2;
  float sum = 0;
  for (int dy = 0; dy < 3; ++dy) {
    for (int dx = 0; dx < 3; ++dx) {
      sum += from[(y + dy) * width + x + dx];
    }
  }
  to[y * width + x] = sum / 9;
}

kernel void box_of_25_bytes(global const uchar *from, global uchar *to) {
  const size_t x = get_global_id(0), y = get_global_id(1), width = get_global_size(0) + 4;
  uint sum = 0;
  for (int dy = 0; dy < 5; ++dy) {
    for (int dx = 0; dx < 5; ++dx) {
      sum += from[(y + dy) * width + x + dx];
    }
  }
  to[y * width + x] = sum / 25;
}

kernel void binomial_of_bytes(global const uchar *from, global uchar *to) {
  const size_t x = get_global_id(0), y = get_global_id(1), width = get_global_size(0) + 4;
  int sum = 128;
  for (int dy = 0; dy < 5; ++dy) {
    for (int dx = 0; dx < 5; ++dx) {
      sum += binomials[dy] * binomials[dx] * from[(y + dy) * width + x + dx];
    }
  }
  to[y * width + x] = sum >> 8;
}

kernel void edges_of_bytes(global const uchar *from, global uchar *to) {
  const size_t x = get_global_id(0), y = get_global_id(1), width = get_global_size(0) + 2;
  int across = 0, along = 0;
  for (int d = 0; d < 3; ++d) {
    const int weight = d == 1 ? 2 : 1;
    across += weight * (from[(y + d) * width + x + 2] - from[(y + d) * width + x]);
    along += weight * (from[(y + 2) * width + x + d] - from[y * width + x + d]);
  }
  to[y * width + x] = min(abs(across) + abs(along), 255u);
}

kernel void maxima_of_bytes(global const uchar *from, global uchar *to) {
  const size_t x = get_global_id(0), y = get_global_id(1), width = get_global_size(0) + 2;
  uchar highest = 0;
  for (int dy = 0; dy < 3; ++dy) {
    for (int dx = 0; dx < 3; ++dx) {
      highest = max(highest, from[(y + dy) * width + x + dx]);
    }
  }
  to[y * width + x] = highest;
}

kernel void patterns_of_bytes(global const uchar *from, global uchar *to) {
  const size_t x = get_global_id(0), y = get_global_id(1), width = get_global_size(0) + 2;
  const uchar middle = from[(y + 1) * width + x + 1];
  uint pattern = 0;
  for (int k = 0; k < 9; ++k) {
    if (k != 4) {
      pattern = pattern << 1 | (from[(y + k / 3) * width + x + k % 3] >= middle ? 1 : 0);
    }
  }
  to[y * width + x] = pattern;
}

kernel void game_of_life(global const uchar *from, global uchar *to) {
  const size_t x = get_global_id(0), y = get_global_id(1), width = get_global_size(0) + 2;
  int alive = 0;
  for (int dy = 0; dy < 3; ++dy) {
    for (int dx = 0; dx < 3; ++dx) {
      alive += from[(y + dy) * width + x + dx] & 1;
    }
  }
  const int self = from[(y + 1) * width + x + 1] & 1;
  to[y * width + x] = alive == 3 || (alive == 4 && self) ? 1 : 0;
}

kernel void filter_of_floats(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < 16; ++k) {
    sum += taps[k] * from[i + k];
  }
  to[i] = sum;
}

kernel void filter_of_shorts(global const short *from, global short *to) {
  const size_t i = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < 8; ++k) {
    sum += short_taps[k] * from[i + k];
  }
  to[i] = sum >> 8;
}

kernel void differences_of_bytes(global const uchar *from, global ushort *to) {
  const size_t i = get_global_id(0);
  uint sum = 0;
  for (int k = 0; k < 8; ++k) {
    sum += abs_diff(from[i + k], from[i + k + get_global_size(0)]);
  }
  to[i] = sum;
}

kernel void sums_of_four(global const int *from, global int *to) {
  const size_t i = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    sum += from[4 * i + k];
  }
  to[i] = sum;
}

kernel void halved(global const float *from, global float *to) {
  const size_t x = get_global_id(0), y = get_global_id(1), width = 2 * get_global_size(0);
  float sum = 0;
  for (int dy = 0; dy < 2; ++dy) {
    for (int dx = 0; dx < 2; ++dx) {
      sum += from[(2 * y + dy) * width + 2 * x + dx];
    }
  }
  to[y * get_global_size(0) + x] = sum / 4;
}

kernel void polynomials(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  const float at = from[i];
  float value = 0;
  for (int k = 0; k < 16; ++k) {
    value = value * at + taps[k];
  }
  to[i] = value;
}

kernel void window_of_some_width(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  const int width = 3 + (get_global_size(0) > 1);
  float sum = 0;
  for (int k = 0; k < width; ++k) {
    sum += from[i + k];
  }
  to[i] = sum;
}
