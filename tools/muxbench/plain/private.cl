// Private arrays.

#define EXCHANGE(a, b)                   \
  {                                      \
    const uint low = min(v[a], v[b]);    \
    const uint high = max(v[a], v[b]);   \
    v[a] = low;                          \
    v[b] = high;                         \
  }

kernel void sort_8_in_rows(global const uint *from, global uint *to) {
  const size_t row = get_global_id(0) * 8;
  uint v[8];
  for (int i = 0; i < 8; ++i) {
    v[i] = from[row + i];
  }
  for (int size = 2; size <= 8; size *= 2) {
    for (int distance = size / 2; distance > 0; distance /= 2) {
      for (int i = 0; i < 8; ++i) {
        const int other = i ^ distance;
        if (other > i && (v[i] > v[other]) == ((i & size) == 0)) {
          const uint swapped = v[i];
          v[i] = v[other];
          v[other] = swapped;
        }
      }
    }
  }
  for (int i = 0; i < 8; ++i) {
    to[row + i] = v[i];
  }
}

kernel void sort_8_in_columns(global const uint *from, global uint *to) {
  const size_t column = get_global_id(0);
  const size_t width = get_global_size(0);
  uint v[8];
  for (int i = 0; i < 8; ++i) {
    v[i] = from[column + i * width];
  }
  for (int round = 0; round < 8; ++round) {
    for (int i = round & 1; i + 1 < 8; i += 2) {
      EXCHANGE(i, i + 1)
    }
  }
  for (int i = 0; i < 8; ++i) {
    to[column + i * width] = v[i];
  }
}

kernel void sort_8_by_network(global const uint *from, global uint *to) {
  const size_t row = get_global_id(0) * 8;
  uint v[8];
  for (int i = 0; i < 8; ++i) {
    v[i] = from[row + i];
  }
  EXCHANGE(0, 1) EXCHANGE(2, 3) EXCHANGE(4, 5) EXCHANGE(6, 7)
  EXCHANGE(0, 2) EXCHANGE(1, 3) EXCHANGE(4, 6) EXCHANGE(5, 7)
  EXCHANGE(1, 2) EXCHANGE(5, 6) EXCHANGE(0, 4) EXCHANGE(3, 7)
  EXCHANGE(1, 5) EXCHANGE(2, 6) EXCHANGE(1, 4) EXCHANGE(3, 6)
  EXCHANGE(2, 4) EXCHANGE(3, 5) EXCHANGE(3, 4)
  for (int i = 0; i < 8; ++i) {
    to[row + i] = v[i];
  }
}

kernel void insertion_sort(global const uint *from, global uint *to) {
  const size_t column = get_global_id(0);
  uint v[16];
  for (int i = 0; i < 16; ++i) {
    const uint value = from[column + i];
    int at = i;
    while (at > 0 && v[at - 1] > value) {
      v[at] = v[at - 1];
      --at;
    }
    v[at] = value;
  }
  to[column] = v[7];
}

kernel void median_of_bytes(global const uchar *from, global uchar *to) {
  const size_t x = get_global_id(0);
  const size_t y = get_global_id(1);
  const size_t width = get_global_size(0) + 2;
  uchar v[9];
  for (int i = 0; i < 9; ++i) {
    v[i] = from[(y + i / 3) * width + x + i % 3];
  }
  for (int round = 0; round < 5; ++round) {
    for (int i = round; i < 8 - round; ++i) {
      const uchar low = min(v[i], v[i + 1]);
      v[i + 1] = max(v[i], v[i + 1]);
      v[i] = low;
    }
    for (int i = 7 - round; i > round; --i) {
      const uchar low = min(v[i - 1], v[i]);
      v[i] = max(v[i - 1], v[i]);
      v[i - 1] = low;
    }
  }
  to[y * width + x] = v[4];
}

kernel void counts_of_own(global const uchar *from, global uchar *to) {
  const size_t row = get_global_id(0) * 16;
  uchar counts[16];
  for (int i = 0; i < 16; ++i) {
    counts[i] = 0;
  }
  for (int i = 0; i < 64; ++i) {
    ++counts[from[row + i] & 15];
  }
  for (int i = 0; i < 16; ++i) {
    to[row + i] = counts[i];
  }
}

kernel void cosine_transform_of_rows(global const float *from, global float *to) {
  const size_t row = get_global_id(0) * 8;
  float v[8];
  for (int i = 0; i < 8; ++i) {
    v[i] = from[row + i];
  }
  for (int k = 0; k < 8; ++k) {
    float sum = 0;
    for (int i = 0; i < 8; ++i) {
      sum += v[i] * cos((2 * i + 1) * k * (M_PI_F / 16));
    }
    to[row + k] = sum;
  }
}

kernel void products_of_small_matrices(global const float *from, global float *to) {
  const size_t at = get_global_id(0) * 16;
  float product[16];
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      float sum = 0;
      for (int k = 0; k < 4; ++k) {
        sum += from[at + 4 * i + k] * from[at + 4 * k + j];
      }
      product[4 * i + j] = sum;
    }
  }
  for (int i = 0; i < 16; ++i) {
    to[at + i] = product[i];
  }
}

kernel void walk_with_stack(global const uint *from, global uint *to) {
  uint stack[16];
  uint depth = 1;
  stack[0] = 1;
  const uint wanted = from[get_global_id(0)];
  uint found = 0;
  while (depth > 0) {
    const uint node = stack[--depth];
    found += from[node];
    if (node < 64) {
      if ((wanted >> (node & 31) & 1) != 0) {
        stack[depth++] = 2 * node;
      }
      stack[depth++] = 2 * node + 1;
    }
  }
  to[get_global_id(0)] = found;
}

kernel void digits(global const uint *from, global uchar *to) {
  uint value = from[get_global_id(0)];
  const size_t at = get_global_id(0) * 16;
  uchar text[10];
  int count = 0;
  do {
    text[count++] = '0' + value % 10;
    value /= 10;
  } while (value != 0);
  for (int i = 0; i < count; ++i) {
    to[at + i] = text[count - 1 - i];
  }
}
