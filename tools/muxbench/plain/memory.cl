// Access patterns: strides, element types, lookup tables, rows and columns.

kernel void copy_chars(global const uchar *from, global uchar *to) {
  const size_t i = get_global_id(0);
  to[i] = from[i] + 1;
}

kernel void add_shorts(global const short *from, global short *to) {
  const size_t i = get_global_id(0);
  to[i] = from[i] + from[i + get_global_size(0)];
}

kernel void add_longs(global const long *from, global long *to) {
  const size_t i = get_global_id(0);
  to[i] = from[i] + 3 * i;
}

kernel void scale_doubles(global const double *from, global double *to) {
  const size_t i = get_global_id(0);
  to[i] = from[i] * 3.0 + 1.0;
}

kernel void every_second(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  to[i] = from[2 * i] - from[2 * i + 1];
}

kernel void every_third(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  to[i] = from[3 * i] + from[3 * i + 2];
}

kernel void every_fourth(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  to[i] = from[4 * i];
}

kernel void every_eighth(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  to[i] = from[8 * i] * from[8 * i + 5];
}

kernel void every_32nd(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  to[i] = from[32 * i];
}

kernel void backwards(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  to[i] = from[get_global_size(0) - 1 - i];
}

kernel void write_every_second(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  to[2 * i] = from[i];
  to[2 * i + 1] = -from[i];
}

kernel void write_every_fifth(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  to[5 * i] = from[i];
}

kernel void neighbors(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  to[i + 1] = from[i] + 2 * from[i + 1] + from[i + 2];
}

kernel void scale_in_strides(global const float *from, global float *to) {
  const int size = get_global_size(0);
  const int first = get_local_size(0) * get_group_id(0);
  const int id = get_local_id(0);
  for (long i = first + id; i < 65536; i += size) {
    to[i] = from[i] * 3;
  }
}

kernel void table_of_bytes(global const uchar *from, global uchar *to) {
  const size_t i = get_global_id(0);
  to[i] = from[from[i]];
}

kernel void table_of_floats(global const uint *from, global uint *to) {
  const size_t i = get_global_id(0);
  to[i] = from[from[i] >> 22];
}

kernel void table_of_doubles(global const ulong *from, global ulong *to) {
  const size_t i = get_global_id(0);
  to[i] = from[from[i] >> 54];
}

kernel void read_anywhere(global const uint *from, global uint *to) {
  const uint i = get_global_id(0);
  to[i] = from[from[i] & 0x3ffff];
}

kernel void read_bytes_anywhere(global const uchar *from, global uchar *to) {
  const uint i = get_global_id(0);
  to[i] = from[i * 2654435761u >> 12];
}

kernel void write_anywhere(global const uint *from, global uint *to) {
  const uint i = get_global_id(0);
  to[(i * 40503u) & 0xffff] = from[i];
}

kernel void prefix_sums_of_rows(global const float *from, global float *to) {
  const size_t row = get_global_id(0) * 32;
  float sum = 0;
  for (int i = 0; i < 32; ++i) {
    sum += from[row + i];
    to[row + i] = sum;
  }
}

kernel void sums_of_rows(global const float *from, global float *to) {
  const size_t row = get_global_id(0) * 32;
  float sum = 0;
  for (int i = 0; i < 32; ++i) {
    sum += from[row + i];
  }
  to[get_global_id(0)] = sum;
}

kernel void maxima_of_long_rows(global const int *from, global int *to) {
  const size_t row = get_global_id(0) * 256;
  int best = from[row];
  for (int i = 1; i < 256; ++i) {
    best = max(best, from[row + i]);
  }
  to[get_global_id(0)] = best;
}

kernel void sums_of_int_rows(global const int *from, global int *to) {
  const uint width = get_global_size(0) / 8;
  const size_t row = get_global_id(0) * width;
  int sum = 0;
  for (uint i = 0; i < width; ++i) {
    sum += from[row + i];
  }
  to[get_global_id(0)] = sum;
}

kernel void sums_of_short_int_rows(global const int *from, global int *to) {
  const uint width = get_global_size(0) / 4096;
  const size_t row = get_global_id(0) * width;
  int sum = 0;
  for (uint i = 0; i < width; ++i) {
    sum += from[row + i];
  }
  to[get_global_id(0)] = sum;
}

kernel void sums_of_rows_of_12(global const int *from, global int *to) {
  const size_t row = get_global_id(0) * 12;
  int sum = 0;
  for (int i = 0; i < 12; ++i) {
    sum += from[row + i];
  }
  to[get_global_id(0)] = sum;
}

kernel void maxima_of_byte_rows(global const uchar *from, global uchar *to) {
  const uint width = get_global_size(0) / 32;
  const uint row = get_global_id(0) * width;
  uchar best = 0;
  for (uint i = 0; i < width; ++i) {
    best = max(best, from[row + i]);
  }
  to[get_global_id(0)] = best;
}

kernel void distances_of_byte_rows(global const uchar *from, global uint *to) {
  const uint row = get_global_id(0) * 16;
  uint sum = 0;
  for (int i = 0; i < 16; ++i) {
    sum += abs_diff(from[row + i], from[row + i + 5]);
  }
  to[get_global_id(0)] = sum;
}

kernel void products_of_rows(global const int *from, global int *to) {
  const uint row = get_global_id(0) * 64;
  int sum = 0;
  for (int i = 0; i < 64; ++i) {
    sum += from[row + i] * from[row + i + 64];
  }
  to[get_global_id(0)] = sum;
}

kernel void copy_rows(global const float *from, global float *to) {
  const uint width = get_global_size(0) / 8;
  const uint row = get_global_id(0) * width;
  for (uint i = 0; i < width; ++i) {
    to[row + i] = from[row + i];
  }
}

kernel void exponentials_of_rows(global const float *from, global float *to) {
  const uint row = get_global_id(0) * 64;
  for (int i = 0; i < 64; ++i) {
    to[row + i] = exp(from[row + i]);
  }
}

kernel void prefix_sums_of_byte_rows(global const uchar *from, global uchar *to) {
  const size_t row = get_global_id(0) * 64;
  uchar sum = 0;
  for (int i = 0; i < 64; ++i) {
    sum += from[row + i];
    to[row + i] = sum;
  }
}

kernel void recursive_filter_of_rows(global const float *from, global float *to) {
  const size_t row = get_global_id(0) * 64;
  float state = 0;
  for (int i = 0; i < 64; ++i) {
    state = 0.75f * state + 0.25f * from[row + i];
    to[row + i] = state;
  }
}

kernel void fill_rows(global const float *from, global float *to) {
  const size_t row = get_global_id(0) * 16;
  for (int i = 0; i < 16; ++i) {
    to[row + i] = from[get_global_id(0)] + i;
  }
}

kernel void sums_of_columns(global const float *from, global float *to) {
  const size_t column = get_global_id(0);
  float sum = 0;
  for (int i = 0; i < 64; ++i) {
    sum += from[column + i * get_global_size(0)];
  }
  to[column] = sum;
}

kernel void grey_of_rgb(global const uchar *from, global uchar *to) {
  const size_t i = get_global_id(0);
  to[i] = (77 * from[3 * i] + 150 * from[3 * i + 1] + 29 * from[3 * i + 2]) >> 8;
}

kernel void box_of_bytes(global const uchar *from, global uchar *to) {
  const size_t x = get_global_id(0);
  const size_t y = get_global_id(1);
  const size_t width = get_global_size(0) + 2;
  uint sum = 0;
  for (int dy = 0; dy < 3; ++dy) {
    for (int dx = 0; dx < 3; ++dx) {
      sum += from[(y + dy) * width + x + dx];
    }
  }
  to[y * width + x] = sum / 9;
}

kernel void transpose_plainly(global const float *from, global float *to) {
  const size_t x = get_global_id(0);
  const size_t y = get_global_id(1);
  to[y * get_global_size(0) + x] = from[x * get_global_size(1) + y];
}

struct Particle {
  float x, y, z, mass;
  uint kind;
};

kernel void move_particles(global const struct Particle *from, global struct Particle *to) {
  const size_t i = get_global_id(0);
  struct Particle particle = from[i];
  particle.x += 0.5f * particle.mass;
  particle.y -= 0.5f * particle.mass;
  to[i] = particle;
}

kernel void follow_links(global const uint *from, global uint *to) {
  uint at = get_global_id(0);
  for (int i = 0; i < 8; ++i) {
    at = from[at] & 0x3ffff;
  }
  to[get_global_id(0)] = at;
}

kernel void search_by_halves(global const uint *from, global uint *to) {
  const uint wanted = from[get_global_id(0)];
  uint low = 0;
  uint high = 4096;
  while (low < high) {
    const uint middle = (low + high) / 2;
    if (middle * 1048576u < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  to[get_global_id(0)] = low;
}

kernel void search_table_by_halves(global const uint *from, global uint *to) {
  const uint wanted = from[get_global_id(0)];
  uint low = 0;
  uint high = 4096;
  while (low < high) {
    const uint middle = (low + high) / 2;
    if (from[middle] < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  to[get_global_id(0)] = low;
}
