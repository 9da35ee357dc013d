// Loops whose work-items may wait for others, and similar ones that do not.

kernel void append(global const int *in, global int *out, global int *count, int n) {
  for (int i = get_global_id(0); i < n; i += 7) {
    int place = atomic_inc(count);
    out[place] = in[i];
  }
}

kernel void append_some(global const int *in, global int *out, global int *count, int n) {
  for (int i = get_global_id(0); i < n; i += 7) {
    if (in[i] > 0 && atomic_xchg(&out[in[i] & 15], 1) == 0) {
      atomic_inc(count);
    }
  }
}

kernel void sum_volatile(global const int *in, global int *out, local volatile int *sums, int n) {
  int l = get_local_id(0);
  sums[l] = 0;
  for (int i = get_global_id(0); i < n; i += 7) {
    sums[l] += in[i];
  }
  out[get_global_id(0)] = sums[l];
}

kernel void lock(global int *word, global int *guarded) {
  while (atomic_cmpxchg(word, 0, 1) != 0) {
  }
  *guarded += 1;
  atomic_xchg(word, 0);
}

kernel void lock_once(global int *word, global int *guarded) {
  bool done = false;
  while (!done) {
    if (atomic_cmpxchg(word, 0, 1) == 0) {
      *guarded += 1;
      atomic_xchg(word, 0);
      done = true;
    }
  }
}

kernel void flag_of_another(volatile global int *flags, global int *out) {
  int i = get_global_id(0);
  while (flags[i ^ 1] == 0) {
  }
  out[i] = 1;
}

kernel void flag_in_memory(volatile global int *flags, global int *out, local int *seen) {
  int i = get_local_id(0);
  do {
    seen[i] = flags[i ^ 1];
  } while (seen[i] == 0);
  out[i] = seen[i];
}

kernel void flag_and_limit(volatile global int *flags, global int *out, int n) {
  int i = get_global_id(0);
  int rounds = i & 3;
  for (;;) {
    if (flags[i ^ 1] != 0) {
      if (n > 5) {
        break;
      }
    }
    if (++rounds > 1000000000) {
      break;
    }
  }
  out[i] = 1;
}

// A retry only happens if another work-item made progress.

void add_float(volatile global float *sum, float more) {
  union {
    uint bits;
    float number;
  } before, after;
  do {
    before.number = *sum;
    after.number = before.number + more;
  } while (atomic_cmpxchg((volatile global uint *)sum, before.bits, after.bits) != before.bits);
}

kernel void retried_sum(global const int *in, global const int *places, global float *sums) {
  int i = get_global_id(0);
  add_float(sums + places[i], in[i]);
}

kernel void retried_function(global const int *in, global const int *places, global int *out,
                             global int *found) {
  int i = get_global_id(0);
  volatile global int *place = out + places[i];
  int before = *place;
  int assumed;
  do {
    assumed = before;
    before = atomic_cmpxchg(place, assumed, (assumed ^ in[i]) + (in[i] << 8));
  } while (before != assumed);
  found[i] = (before & 255) ^ (in[i] & 255);
}

kernel void retried_maximum(global const int *in, global const int *places, global int *out) {
  int i = get_global_id(0);
  volatile global int *place = out + places[i];
  int before;
  do {
    before = *place;
    if (before >= in[i]) {
      break;
    }
  } while (atomic_cmpxchg(place, before, in[i]) != before);
  out[64 + i] = in[i] + places[i];
}

kernel void lock_until_free(global int *word, global int *guarded) {
  int before;
  do {
    before = *(volatile global int *)word;
  } while (before != 0 || atomic_cmpxchg(word, before, 1) != before);
  *guarded += 1;
  atomic_xchg(word, 0);
}
