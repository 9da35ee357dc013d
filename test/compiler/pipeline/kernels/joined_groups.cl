// Kernels that distinguish their groups, for groups of one work-item and of a few. Each work-item
// writes one number.

// Queries of a fourth dimension, which add nothing; they cannot be translated to SPIR-V.
#ifndef MUX_UNTRANSLATED
#define DIMENSIONS_ASKED 4
#else
#define DIMENSIONS_ASKED 3
#endif

kernel void places(global const int *in, global int *out) {
  size_t place = get_global_linear_id();
  size_t sum = get_local_linear_id() + 3 * get_local_size(0) + 5 * get_enqueued_local_size(1) +
               7 * get_local_size(2) + 11 * get_work_dim();
  for (uint i = 0; i < DIMENSIONS_ASKED; ++i) {
    sum = sum * (i < 3 ? 13 : 1) + get_group_id(i) + 2 * get_local_id(i) +
          3 * (get_num_groups(i) - 1) + get_global_offset(i) * get_global_id(i);
  }
  out[place] = in[place] + (int)sum;
}

int rotate_in(local int *values, int l, int size) {
  return values[(l + 1) % size];
}

kernel void rounds(global const int *in, global int *out) {
  local int values[64];
  int l = get_local_linear_id();
  int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  int place = get_global_linear_id();
  int value = in[place];
  for (int i = 0; i < 5; ++i) {
    values[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = value * 3 + rotate_in(values, l, size);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[place] = value + values[0];
}

// The number of barriers depends on the group.
kernel void rounds_of_group(global const int *in, global int *out) {
  local int values[64];
  local int count;
  int l = get_local_linear_id();
  int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  int place = get_global_linear_id();
  int group = get_group_id(0) + get_group_id(1) * 3 + get_group_id(2) * 5;
  if (l == 0) {
    count = group % 7;
  }
  int value = in[place];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < count; ++i) {
    values[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    value = value * 3 + values[size - 1 - l] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[place] = value;
}

// Pointers that are swapped, and one that may also refer to other memory.
kernel void swapped(global const int *in, global int *out) {
  local int first[64];
  local int second[64];
  local int *from = first;
  local int *to = second;
  int l = get_local_linear_id();
  int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  int place = get_global_linear_id();
  int own[64];
  from[l] = in[place];
  own[l] = in[place] + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int distance = 1; distance < 8; distance *= 2) {
    to[l] = from[l] + from[(l + distance) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
    local int *other = from;
    from = to;
    to = other;
  }
  int *any = (in[place] & 1) != 0 ? (int *)from : own;
  out[place] = from[l] + any[l] + (from == first ? 1 : 2);
}

kernel void counted(global const int *in, global int *out) {
  local int counts[4];
  local uint greatest;
  volatile local int *count = counts;
  int l = get_local_linear_id();
  int place = get_global_linear_id();
  if (l == 0) {
    greatest = 0;
    for (int i = 0; i < 4; ++i) {
      counts[i] = i;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 6; ++i) {
    atomic_add(&count[(in[place] + i) & 3], i + 1);
  }
  atomic_max(&greatest, (uint)in[place] & 1023);
  atomic_cmpxchg(&count[in[place] & 3], -1, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[place] = counts[0] + 3 * counts[1] + 5 * counts[2] + 7 * counts[3] + (int)greatest;
}

kernel void collected(global const int *in, global int *out) {
  int place = get_global_linear_id();
  int value = in[place];
  int sum = work_group_reduce_add(value) * 3 + work_group_reduce_max(value) * 5;
  sum += work_group_all(value > 0) + 2 * work_group_any(value > 7);
  sum += work_group_broadcast(value, 0, 0, 0) * 7;
  out[place] = sum;
}

// The order of a scan has no effect where there are only rows.
kernel void scanned(global const int *in, global int *out) {
  int place = get_global_linear_id();
  int value = in[place];
  // The identity of the maximum is the minimum integer.
  out[place] = work_group_scan_inclusive_add(value) + 5 * work_group_scan_exclusive_add(value) +
               (work_group_scan_exclusive_max(value) ^ value);
}

kernel void passed(global const int *in, global int *out, local int *values, local char *bytes) {
  int l = get_local_linear_id();
  int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  int place = get_global_linear_id();
  local int more[3];
  values[l] = in[place];
  bytes[l] = (char)place;
  more[l % 3] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[place] = values[size - 1 - l] * 3 + bytes[(l + 1) % size] + more[0];
}

kernel void copied(global const int *in, global int *out) {
  local int values[64];
  int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  int l = get_local_linear_id();
  int layer = get_group_id(1) + get_num_groups(1) * get_group_id(2);
  int group = get_group_id(0) + get_num_groups(0) * layer;
  event_t event = async_work_group_copy(values, in + group * size, size, 0);
  wait_group_events(1, &event);
  values[l] = values[l] * 3 + l;
  barrier(CLK_LOCAL_MEM_FENCE);
  event = async_work_group_copy(out + group * size, values, size, 0);
  wait_group_events(1, &event);
}

struct Particle {
  float4 position;
  char kind;
  int next[3];
};

kernel void structures(global const int *in, global int *out) {
  local struct Particle particles[64];
  int l = get_local_linear_id();
  int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  int place = get_global_linear_id();
  struct Particle own = {(float4)(in[place]), (char)place, {l, l + 1, l + 2}};
  particles[l] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  struct Particle other = particles[(l + 1) % size];
  out[place] = (int)other.position.y + other.kind + other.next[place % 3];
}

// Too large for packets.
kernel void large(global const int *in, global int *out) {
  local int values[6000];
  int l = get_local_linear_id();
  int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  int place = get_global_linear_id();
  for (int i = l; i < 6000; i += size) {
    values[i] = in[place] + i / size;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[place] = values[5999 - l] - values[(in[place] & 63) * size];
}

kernel void early(global const int *in, global int *out) {
  local int values[64];
  int l = get_local_linear_id();
  int place = get_global_linear_id();
  values[l] = in[place];
  out[place] = 1;
  if (in[place] % 3 == 0) {
    return;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[place] = values[l] * 2;
}
