// Kernels without barriers.

kernel void triad(global float *c, global const float *a, global const float *b, float s) {
  size_t i = get_global_id(0);
  c[i] = a[i] + s * b[i];
}

kernel void int_index(global int *out, global const int *in, int offset) {
  int i = get_global_id(0);
  out[i] = in[i] + offset;
}

// Every query of each dimension, 27 numbers for a work-item.
#ifndef MUX_UNTRANSLATED
kernel void queries(global ulong *out) {
  size_t index = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) +
                 get_group_id(0);
  size_t items = get_enqueued_local_size(0) * get_enqueued_local_size(1) *
                 get_enqueued_local_size(2);
  index = index * items + get_local_linear_id();
  out += index * 32;
  for (uint d = 0; d < 3; ++d) {
    *out++ = get_global_size(d);
    *out++ = get_global_id(d);
    *out++ = get_local_size(d);
    *out++ = get_enqueued_local_size(d);
    *out++ = get_local_id(d);
    *out++ = get_num_groups(d);
    *out++ = get_group_id(d);
    *out++ = get_global_offset(d);
  }
  *out++ = get_work_dim();
  *out++ = get_global_linear_id();
  *out++ = get_local_linear_id();
  *out++ = get_global_size(3) * 1000 + get_local_size(4) * 100 + get_num_groups(7) * 10 +
           get_enqueued_local_size(9);
  *out++ = get_global_id(3) + get_local_id(3) + get_group_id(3) + get_global_offset(3);
}
#endif

kernel void divide(global int *quotient, global int *remainder, global const int *a,
                   global const int *b, global uint *unsigned_quotient) {
  size_t i = get_global_id(0);
  quotient[i] = a[i] / b[i];
  remainder[i] = a[i] % b[i];
  unsigned_quotient[i] = (uint)a[i] / (uint)b[i];
}

kernel void divide_vectors(global long4 *out, global const long4 *a, global const long4 *b) {
  size_t i = get_global_id(0);
  out[i] = a[i] / b[i] + a[i] % b[i];
}

// Divisions by inactive lanes must not trap.
kernel void divide_where_possible(global int *out, global const int *a, global const int *b) {
  size_t i = get_global_id(0);
  if (b[i] != 0) {
    out[i] = a[i] / b[i];
  }
}

// Indices that wrap within the table.
kernel void wrapping_indices(global int *out, global const int *table) {
  int i = get_global_id(0);
  uchar narrow = i * 5;
  out[4 * i] = table[(i * 7) & 63];
  out[4 * i + 1] = table[(i * 3 + 1) % 64u];
  out[4 * i + 2] = table[narrow & 127];
  out[4 * i + 3] = table[(i * 3 + 40) & 63];
}

kernel void wrapping_loop(global int *out) {
  int table[64];
  for (int i = 0; i < 64; ++i) table[i] = i * i;
  for (int i = 0; i < 64; ++i) out[i] = table[(i * 7) & 63];
}

kernel void large_private(global int *out, int seed) {
  int table[8192];
  int id = get_global_id(0);
  for (int i = 0; i < 8192; ++i) {
    table[(i * 37 + seed) & 8191] = i ^ id;
  }
  int sum = 0;
  for (int i = 0; i < 16; ++i) {
    sum += table[(id * 31 + i * seed) & 8191];
  }
  out[id] = sum;
}

kernel void small_private(global int *out, int seed) {
  int table[64];
  int id = get_global_id(0);
  for (int i = 0; i < 64; ++i) {
    table[(i * 37 + seed) & 63] = i ^ id;
  }
  out[id] = table[id & 63] + table[(id + seed) & 63];
}

typedef struct {
  char tag;
  float weights[3];
  double scale;
  short4 lanes;
} Parameters;

kernel void by_value(global float *out, char first, Parameters parameters, float3 vector, int index) {
  size_t i = get_global_id(0);
  parameters.weights[index] += i;
  out[i] = first + parameters.tag + parameters.weights[0] + parameters.weights[1] +
           parameters.weights[2] + (float)parameters.scale + parameters.lanes.z + vector.y;
}

constant float coefficients[4] = {0.5f, 1.5f, 2.5f, 3.5f};
constant int offsets[3] = {1, 10, 100};

int helper(int x, int *y) {
  *y += offsets[x % 3];
  return x * 2;
}

kernel void constants(global float *out) {
  size_t i = get_global_id(0);
  int extra = 0;
  int twice = helper(i, &extra);
  out[i] = coefficients[i & 3] * twice + extra;
}

kernel void add_one(global int *data) { data[get_global_id(0)] += 1; }

kernel void calls_kernel(global int *data) {
  add_one(data);
  data[get_global_id(0)] *= 2;
}

kernel void returns_early(global int *data, int count) {
  int i = get_global_id(0);
  if (i >= count) return;
  if (data[i] < 0) return;
  data[i] = data[i] * 3 + 1;
}

kernel void local_argument(global int *out, local int *scratch, local char *other) {
  int l = get_local_id(0);
  scratch[l] = get_global_id(0);
  other[l] = l;
  out[get_global_id(0)] = scratch[l] + other[l];
}

kernel __attribute__((reqd_work_group_size(8, 2, 1))) void fixed_size(global int *out) {
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = 1;
}

kernel void no_arguments(void) {}

kernel void access(global int *written, global const int *read, global int *both,
                   global int *unused, constant int *table, int choose) {
  size_t i = get_global_id(0);
  written[i] = read[i] + table[i & 3];
  both[i] += 1;
}

kernel void access_choice(global int *a, global int *b, int choose) {
  global int *p = choose ? a : b;
  p[get_global_id(0)] = 7;
}

kernel void access_anything(global ulong *addresses) {
  global int *p = (global int *)addresses[get_global_id(0)];
  *p = 3;
}
