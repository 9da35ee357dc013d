// Kernels with barriers whose groups can run as one packet. Each work-item writes one number.

kernel void neighbors(global const int *in, global int *out) {
  local int tile[512];
  int l = get_local_linear_id();
  int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  int place = get_global_linear_id();
  tile[l] = in[place];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[place] = tile[size - 1 - l] * 3 + tile[(l + 1) % size] - tile[l ^ 1];
}

// The trip count is known for a known local size.
kernel void sums(global const int *in, global int *out) {
  local int partial[512];
  int l = get_local_id(0);
  int value = in[get_global_id(0)];
  partial[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    if (l < half_size) {
      partial[l] += partial[l + half_size];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value + partial[0] + partial[l];
}

kernel void scan(global const float *in, global float *out) {
  local float first[512];
  local float second[512];
  local float *from = first;
  local float *to = second;
  uint l = get_local_id(0);
  from[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint distance = 1; distance < get_local_size(0); distance *= 2) {
    to[l] = l >= distance ? from[l] + from[l - distance] : from[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    local float *swapped = from;
    from = to;
    to = swapped;
  }
  out[get_global_id(0)] = from[l];
}

kernel void sort(global const int *in, global int *out) {
  local int values[512];
  uint l = get_local_id(0);
  values[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint size = 2; size <= get_local_size(0); size *= 2) {
    for (uint distance = size / 2; distance > 0; distance /= 2) {
      uint other = l ^ distance;
      if (other > l) {
        int a = values[l];
        int b = values[other];
        if ((a > b) == ((l & size) == 0)) {
          values[l] = b;
          values[other] = a;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  out[get_global_id(0)] = values[l];
}

// A loop of `rounds` iterations around two barriers, with a sum that is live across them.
kernel void product(global const float *a, global const float *b, global float *c, int rounds) {
  local float a_tile[16][16];
  local float b_tile[16][16];
  int x = get_local_id(0);
  int y = get_local_id(1);
  int pitch = get_global_size(0);
  int place = get_global_id(1) * pitch + get_global_id(0);
  int width = get_local_size(0);
  int height = get_local_size(1);
  float sum = 0;
  for (int i = 0; i < rounds; ++i) {
    a_tile[y][x] = a[(place + i * 7) % (pitch * (int)get_global_size(1))];
    b_tile[y][x] = b[(place + i * 3) % (pitch * (int)get_global_size(1))];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < min(width, height); ++k) {
      sum += a_tile[y][k] * b_tile[k][x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[place] = sum;
}

kernel void turn(global const int *in, global int *out) {
  local int tile[16][17];
  int x = get_local_id(0);
  int y = get_local_id(1);
  int place = get_global_id(1) * get_global_size(0) + get_global_id(0);
  tile[y][x] = in[place];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_size(0) == get_local_size(1)) {
    out[place] = tile[x][y];
  } else {
    out[place] = tile[get_local_size(1) - 1 - y][get_local_size(0) - 1 - x];
  }
}

kernel void turn_columns(global const int *in, global int *out) {
  local ulong tile[16][16];
  int x = get_local_id(0);
  int y = get_local_id(1);
  int place = get_global_id(1) * get_global_size(0) + get_global_id(0);
  tile[x][y] = (ulong)(uint)in[place] * 0x300000007ul;
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong turned = get_local_size(0) == get_local_size(1) ? tile[y][x] : tile[x][y];
  out[place] = (int)(turned ^ turned >> 32);
}

kernel void turn_bytes(global const int *in, global int *out) {
  local uchar tile[16][20];
  int x = get_local_id(0);
  int y = get_local_id(1);
  int place = get_global_id(1) * get_global_size(0) + get_global_id(0);
  tile[y][x] = in[place];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[place] = get_local_size(0) == get_local_size(1) ? tile[x][y] : tile[y][x];
}

kernel void layers(global const int *in, global int *out) {
  local int values[8][8][32];
  int x = get_local_id(0);
  int y = get_local_id(1);
  int z = get_local_id(2);
  int place = get_global_linear_id();
  int value = in[place];
  for (int i = 0; i < 3; ++i) {
    values[z][y][x] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    int up = values[(z + 1) % get_local_size(2)][y][x];
    int left = values[z][(y + i) % get_local_size(1)][x];
    int first = values[z][0][0];
    value += up * 3 - left + first + z * 100 + y * 10 + x;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[place] = value;
}

// Divergent branches and loops between the barriers.
kernel void apart(global const int *in, global int *out) {
  local int values[512];
  int l = get_local_linear_id();
  int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  int place = get_global_linear_id();
  int value = in[place];
  for (int i = 0; i < 4; ++i) {
    values[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    int other = values[(l * 5 + i) % size];
    if (other & 1) {
      for (int k = 0; k < (other & 7); ++k) {
        value += values[(l + k) % size];
        if (value % 11 == 3) {
          break;
        }
      }
    } else if (l < size / 3) {
      value -= other / (1 + (value & 3));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[place] = value;
}

kernel void counts(global const int *in, global int *out) {
  local int bins[16];
  local int total;
  int l = get_local_linear_id();
  int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  int place = get_global_linear_id();
  if (l == 0) {
    total = 0;
  }
  for (int i = l; i < 16; i += size) {
    bins[i] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[in[place] & 15], 1);
  atomic_add(&total, in[place]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[place] = bins[l & 15] * 1000 + total;
}

kernel void private_arrays(global const int *in, global int *out, int rounds) {
  local int values[512];
  int history[4] = {0, 0, 0, 0};
  int l = get_local_linear_id();
  int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  int place = get_global_linear_id();
  int value = in[place];
  for (int i = 0; i < rounds; ++i) {
    values[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = values[(l + 3) % size];
    history[(value + i) & 3] += value;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[place] = history[l & 3] * 7 + history[0] + value;
}

// Numbers of several sizes, read again in parts.
kernel void pieces(global const int *in, global int *out) {
  local long values[512];
  int l = get_local_linear_id();
  int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  int place = get_global_linear_id();
  values[l] = (long)in[place] * 0x100000007L;
  barrier(CLK_LOCAL_MEM_FENCE);
  local const int *halves = (local const int *)values;
  local const uchar *bytes = (local const uchar *)values;
  int sum = halves[l] + bytes[l] * 3;
  if (l >= 3) {
    sum += (int)values[l - 3];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l + 2 < size) {
    values[l + 2] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[place] = sum + (int)values[l];
}

// A local memory argument that several work-items write in turn.
kernel void passed(global const int *in, global int *out, local int *values) {
  int l = get_local_linear_id();
  int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  int place = get_global_linear_id();
  values[l] = in[place];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 1; i < 5; ++i) {
    int mine = values[(l + i) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
    values[(l + 2 * i) % size] = mine + i;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[place] = values[l];
}

// More values than registers are live across the barriers, whatever the strategy.
kernel void kept(global const int *in, global int *out) {
  local int values[512];
  int l = get_local_id(0);
  int size = get_local_size(0);
  int last = 0;
  int sums[6] = {0, 1, 2, 3, 4, 5};
  for (int i = l; i < 4 * size; i += size) {
    values[l] = in[get_global_id(0)] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    int other = values[(l * 7 + i) % size];
    for (int k = 0; k < 6; ++k) {
      sums[k] = sums[k] * (k + 3) + other;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    last += values[size - 1] ^ i;
  }
  out[get_global_id(0)] = last + (sums[0] ^ sums[1]) + (sums[2] ^ sums[3]) + (sums[4] ^ sums[5]);
}

// The same between two barriers, where registers suffice for fewer work-items.
kernel void between(global const int *in, global int *out) {
  local int values[512];
  int l = get_local_id(0);
  int size = get_local_size(0);
  values[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sums[16];
  for (int k = 0; k < 16; ++k) {
    sums[k] = k;
  }
  for (int i = 0; i < size; ++i) {
    int other = values[(l * 7 + i) % size];
    for (int k = 0; k < 16; ++k) {
      sums[k] = sums[k] * (k + 3) + other;
    }
  }
  int total = 0;
  for (int k = 0; k < 16; ++k) {
    total ^= sums[k];
  }
  out[get_global_id(0)] = total;
}
