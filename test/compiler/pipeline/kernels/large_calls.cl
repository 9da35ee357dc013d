// A kernel that would have a million instructions if all calls were inlined.

#define STEP(n) a = rotate(a, n % 31u + 1) ^ (b + n * 7919u); b += a * (2 * n + 3);
#define STEPS(n) STEP(n##0) STEP(n##1) STEP(n##2) STEP(n##3) STEP(n##4) STEP(n##5) STEP(n##6) STEP(n##7)

uint mix(uint a, uint b) {
  STEPS(1) STEPS(2) STEPS(3) STEPS(4)
  return a ^ b;
}

/// With a private variable, and memory of all kinds.
uint mix_in_memory(uint a, uint b, const uint *mine, local const uint *shared,
                   global const uint *all) {
  uint numbers[8];
  for (uint i = 0; i < 8; ++i) {
    numbers[i] = mix(a + i, mine[(b + i) % 16]) + all[(a + i) % 64];
  }
  for (uint i = 0; i < 8; ++i) {
    b = mix(numbers[(b + i) % 8], b) + shared[i];
  }
  return mix(a, b) + mix(b, a);
}

#define CALL(f, n) a ^= f(a + n, b, mine, shared, all); if ((a & (1u << n)) != 0) { b ^= f(b, a, mine, shared, all); }
#define CALLS(f) CALL(f, 0) CALL(f, 1) CALL(f, 2) CALL(f, 3) CALL(f, 4) CALL(f, 5)
#define LEVEL(name, f) \
  uint name(uint a, uint b, const uint *mine, local const uint *shared, global const uint *all) { \
    CALLS(f) \
    return a + b; \
  }

LEVEL(first_level, mix_in_memory)
LEVEL(second_level, first_level)

/// Queries ids.
uint with_id(uint a, uint b, const uint *mine, local const uint *shared, global const uint *all) {
  return second_level(a + (uint)get_local_id(0), b, mine, shared, all) + (uint)get_group_id(0);
}

kernel void large_calls(global uint *out, global const uint *in, local uint *shared) {
  uint i = get_global_id(0);
  uint mine[16];
  for (uint j = 0; j < 16; ++j) {
    mine[j] = in[(i + j) % 64] * 3;
  }
  shared[get_local_id(0)] = in[get_local_id(0)] + 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = with_id(in[i], i, mine, shared, in);
  barrier(CLK_LOCAL_MEM_FENCE);
  shared[get_local_id(0)] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  mine[i % 16] = shared[7 - get_local_id(0)];
  out[i] = with_id(sum, i + 1, mine, shared, in) + mine[3];
}
