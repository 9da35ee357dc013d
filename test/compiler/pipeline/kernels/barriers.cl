// Kernels with barriers at all positions that OpenCL allows.

kernel void reverse(global int *data) {
  local int tile[64];
  int l = get_local_id(0);
  tile[l] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = tile[get_local_size(0) - 1 - l];
}

kernel void reduce(global const int *in, global int *out, local int *sums) {
  int l = get_local_id(0);
  sums[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
    if (l < step) {
      sums[l] += sums[l + step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) {
    out[get_group_id(0)] = sums[0];
  }
}

// A private array written before barriers and read after them, and a loop-carried value.
kernel void rotate_private(global int *data, int rounds) {
  local int shared_values[32];
  int history[8];
  int l = get_local_id(0);
  int size = get_local_size(0);
  int value = data[get_global_id(0)];
  int total = 0;
  for (int i = 0; i < rounds; ++i) {
    shared_values[l] = value + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = shared_values[(l + 1) % size];
    history[(i + l) & 7] = value;
    total += value * (i + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 8 && i < rounds; ++i) {
    total += history[(i + l) & 7];
  }
  data[get_global_id(0)] = total;
}

kernel void two_in_a_branch(global int *data, int mode) {
  local int first[16];
  local int second[16];
  int l = get_local_id(0);
  int size = get_local_size(0);
  int value = data[get_global_id(0)];
  if (mode == 1) {
    first[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    second[l] = first[(l + 1) % size] * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = second[(l + 1) % size];
  } else if (mode == 2) {
    second[l] = -value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = second[size - 1 - l];
  } else {
    value += 1000;
  }
  data[get_global_id(0)] = value + l;
}

// A phi of divergent branches is live across the barrier.
kernel void merge_then_wait(global int *data) {
  local int total[1];
  int l = get_local_id(0);
  int value;
  if (data[get_global_id(0)] & 1) {
    value = l * 3;
  } else {
    value = l + 100;
  }
  if (l == 0) {
    total[0] = 5;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = value + total[0];
}

kernel void nested_loops(global int *out, int outer, int inner) {
  local int cell[8];
  int l = get_local_id(0);
  int size = get_local_size(0);
  int seen = 0;
  for (int i = 0; i < outer; ++i) {
    if (l == i % size) {
      cell[0] = i * 10;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    seen += cell[0];
    for (int j = 0; j < inner; ++j) {
      barrier(CLK_LOCAL_MEM_FENCE);
      cell[l] = j + l;
      barrier(CLK_LOCAL_MEM_FENCE);
      seen += cell[(l + j) % size];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (seen > 1000000) {
      continue;
    }
    seen += 1;
  }
  out[get_global_id(0)] = seen;
}

void wait_twice(local int *cell, int value) {
  barrier(CLK_LOCAL_MEM_FENCE);
  cell[get_local_linear_id()] = value;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

kernel void transpose_3d(global int *out, global const int *in, local int *cell) {
  int lx = get_local_id(0), ly = get_local_id(1), lz = get_local_id(2);
  int sx = get_local_size(0), sy = get_local_size(1), sz = get_local_size(2);
  size_t g = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) +
             get_global_id(0);
  wait_twice(cell, in[g]);
  out[g] = cell[((sz - 1 - lz) * sy + (sy - 1 - ly)) * sx + (sx - 1 - lx)];
}

// A pointer to a private variable is live across a barrier.
kernel void private_pointer(global int *data, int choose) {
  local int all[16];
  int a = data[get_global_id(0)];
  int b = a * 2;
  int *p = choose ? &a : &b;
  all[get_local_id(0)] = a;
  barrier(CLK_LOCAL_MEM_FENCE);
  *p += all[get_local_id(0) ^ 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = a + b * 1000;
}

// Values of many types and sizes are live across the barrier.
kernel void many_types(global double *out, global const float4 *in, char letter) {
  local int turn[1];
  size_t i = get_global_id(0);
  float4 v = in[i];
  char c = letter + (char)v.x;
  bool positive = v.y > 2.0f;
  double d = v.z * 0.5;
  long16 wide = (long16)(v.w);
  short3 s3 = (short3)((short)v.x, (short)v.y, (short)v.z);
  global const float4 *p = in + (c & 1);
  if (get_local_id(0) == 0) {
    turn[0] = 3;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = v.x + c + (positive ? 1000 : 0) + d + wide.s7 + wide.sf + s3.z + p->y + turn[0];
}

kernel void uniform_return(global int *data, int stop) {
  local int cell[16];
  int l = get_local_id(0);
  cell[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (stop) return;
  int x = cell[l ^ 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = x;
}

// Undefined in OpenCL but common: work-items beyond the end return first.
kernel void return_past_the_end(global int *data, int count) {
  local int cell[16];
  int i = get_global_id(0);
  int l = get_local_id(0);
  cell[l] = 0;
  if (i >= count) return;
  cell[l] = data[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  int left = cell[(l + 15) % 16];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[i] += left;
}

// Undefined in OpenCL; the compiler must not crash, and work-items must terminate.
kernel void not_uniform(global int *data) {
  if (get_local_id(0) > 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_local_id(0)] = 1;
  } else {
    for (int i = 0; i < (int)get_local_id(0) + 2; ++i) {
      barrier(CLK_LOCAL_MEM_FENCE);
      data[get_local_id(0)] = i;
    }
  }
}

kernel void switch_on_argument(global int *data, int mode) {
  local int cell[16];
  int l = get_local_id(0);
  int r = 0;
  cell[l] = l * l;
  switch (mode) {
    case 0:
      barrier(CLK_LOCAL_MEM_FENCE);
      r = cell[l ^ 1];
      break;
    case 1:
      barrier(CLK_LOCAL_MEM_FENCE);
      r = cell[l ^ 2];
    case 2:
      barrier(CLK_LOCAL_MEM_FENCE);
      r += cell[l ^ 3];
      break;
    default:
      r = -1;
  }
  data[get_global_id(0)] = r;
}

// A private array used before and after a barrier, but not live across it.
kernel void pairs(global const int *in, global int *out, int rounds, local int *tile) {
  int pair[2];
  int l = get_local_id(1) * get_local_size(0) + get_local_id(0);
  int size = get_local_size(0) * get_local_size(1);
  int g = get_global_id(1) * get_global_size(0) + get_global_id(0);
  for (int i = 0; i < 2; ++i) {
    pair[i] = in[g] * (i + 1);
  }
  tile[l] = pair[0] + 5 * pair[l & 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    pair[0] = tile[(l + i) % size];
    pair[1] = 3 * pair[0] + i;
    sum += pair[1] ^ pair[0];
  }
  out[g] = sum;
}

// A vector as wide as the processor's, each element of which is one call.
kernel void exponentials(global const float16 *in, global float16 *out) {
  out[get_global_id(0)] = exp(in[get_global_id(0)]);
}

#define MIX(k)            \
  a = a * (k) + (b >> 4); \
  b = b * 13 + (a >> 5);  \
  a = (a ^ (b << 2)) * 3; \
  b = (b ^ (a << 1)) * 9;
#define MIX_WELL MIX(3) MIX(5) MIX(7) MIX(9)

// The code before the barrier in each loop is long, and reachable from several barriers.
kernel void stir(global const int *in, global int *out, int rounds, int steps, local int *tile) {
  int l = get_local_id(0);
  int size = get_local_size(0);
  int own = in[get_global_id(0)];
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    int a = own + i;
    int b = sum ^ l;
    if ((own & 1) == 0) {
      MIX_WELL
    }
    MIX(11)
    tile[l] = a + b;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 1; step <= steps; ++step) {
      int other = tile[(l + step) % size];
      barrier(CLK_LOCAL_MEM_FENCE);
      tile[l] = other * step + tile[l];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    sum += tile[(l * 3 + i) % size];
    own ^= sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum + own;
}

// All work-items leave the loop together, but some return before it.
kernel void stir_some(global const int *in, global int *out, int rounds, int count,
                      local int *tile) {
  int g = get_global_id(0);
  int l = get_local_id(0);
  if (g >= count) {
    return;
  }
  int sum = in[g];
  for (int i = 0; i < rounds; ++i) {
    int a = sum + i;
    int b = sum ^ l;
    MIX_WELL
    tile[l] = a ^ b;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[l & 6];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = sum;
}

// Between two barriers the code is uniform, except for a counter.
kernel void count_between(global int *counts, global int *out, int rounds) {
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    counts[i] = i * 3;
    barrier(CLK_GLOBAL_MEM_FENCE);
    atomic_inc(counts + i);
    barrier(CLK_GLOBAL_MEM_FENCE);
    sum += counts[i];
  }
  out[get_global_id(0)] = sum;
}
