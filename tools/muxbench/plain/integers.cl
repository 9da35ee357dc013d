// Integer arithmetic of all widths.

kernel void high_product_of_ulongs(global const ulong *from, global ulong *to) {
  const size_t i = get_global_id(0);
  to[i] = mul_hi(from[i], from[i + get_global_size(0)]);
}

kernel void high_product_of_longs(global const long *from, global long *to) {
  const size_t i = get_global_id(0);
  to[i] = mul_hi(from[i], from[i + get_global_size(0)]);
}

kernel void high_product_of_uints(global const uint *from, global uint *to) {
  const size_t i = get_global_id(0);
  to[i] = mul_hi(from[i], from[i + get_global_size(0)]);
}

kernel void modular_products(global const ulong *from, global ulong *to) {
  const ulong prime = 0xffffffff00000001ul;
  ulong value = from[get_global_id(0)];
  for (int i = 0; i < 8; ++i) {
    const ulong high = mul_hi(value, value);
    const ulong low = value * value;
    value = low - high * prime + (low < high ? prime : 0);
  }
  to[get_global_id(0)] = value;
}

kernel void product_of_ulongs(global const ulong *from, global ulong *to) {
  const size_t i = get_global_id(0);
  to[i] = from[i] * from[i + get_global_size(0)] + i;
}

kernel void product_of_chars(global const char *from, global char *to) {
  const size_t i = get_global_id(0);
  to[i] = from[i] * from[i + get_global_size(0)];
}

kernel void quotient_of_uints(global const uint *from, global uint *to) {
  const size_t i = get_global_id(0);
  to[i] = from[i] / (from[i + get_global_size(0)] >> 12 | 1);
}

kernel void quotient_of_ints(global const int *from, global int *to) {
  const size_t i = get_global_id(0);
  to[i] = from[i] % (from[i + get_global_size(0)] >> 12 | 1);
}

kernel void quotient_of_ulongs(global const ulong *from, global ulong *to) {
  const size_t i = get_global_id(0);
  to[i] = from[i] / (from[i + get_global_size(0)] >> 32 | 1);
}

kernel void remainder_of_longs(global const long *from, global long *to) {
  const size_t i = get_global_id(0);
  to[i] = from[i] % (from[i + get_global_size(0)] >> 40 | 1);
}

kernel void quotient_of_chars(global const uchar *from, global uchar *to) {
  const size_t i = get_global_id(0);
  to[i] = from[i] / (from[i + get_global_size(0)] | 1);
}

kernel void quotient_by_ten(global const ulong *from, global ulong *to) {
  const size_t i = get_global_id(0);
  to[i] = from[i] / 10 + from[i] % 1000;
}

kernel void count_bits_of_bytes(global const uchar *from, global uchar *to) {
  const size_t i = get_global_id(0);
  to[i] = popcount(from[i]);
}

kernel void count_bits_of_ulongs(global const ulong *from, global ulong *to) {
  const size_t i = get_global_id(0);
  to[i] = popcount(from[i] ^ i) + clz(from[i]) + ctz(from[i]);
}

kernel void rotate_uints(global const uint *from, global uint *to) {
  const size_t i = get_global_id(0);
  to[i] = rotate(from[i], from[i] >> 27);
}

kernel void rotate_shorts(global const ushort *from, global ushort *to) {
  const size_t i = get_global_id(0);
  to[i] = rotate(from[i], (ushort)(i & 15));
}

kernel void saturated_bytes(global const uchar *from, global uchar *to) {
  const size_t i = get_global_id(0);
  to[i] = add_sat(from[i], sub_sat(from[i + get_global_size(0)], (uchar)100));
}

kernel void saturated_ints(global const int *from, global int *to) {
  const size_t i = get_global_id(0);
  to[i] = mad_sat(from[i], 3, from[i + get_global_size(0)]);
}

kernel void averages_of_bytes(global const uchar *from, global uchar *to) {
  const size_t i = get_global_id(0);
  to[i] = rhadd(from[i], from[i + get_global_size(0)]) + abs_diff(from[i], (uchar)40);
}

kernel void shifts_of_ulongs(global const ulong *from, global ulong *to) {
  const size_t i = get_global_id(0);
  to[i] = (from[i] << (i & 63)) | (from[i] >> (from[i] & 31));
}

kernel void reversed_bits(global const uint *from, global uint *to) {
  uint value = from[get_global_id(0)];
  uint reversed = 0;
  for (int i = 0; i < 32; ++i) {
    reversed = reversed << 1 | (value & 1);
    value >>= 1;
  }
  to[get_global_id(0)] = reversed;
}

kernel void checksum_by_table(global const uint *from, global uint *to) {
  uint sum = from[get_global_id(0)];
  for (int i = 0; i < 16; ++i) {
    sum = sum >> 8 ^ from[sum & 255];
  }
  to[get_global_id(0)] = sum;
}

kernel void greatest_divisors(global const uint *from, global uint *to) {
  uint a = from[get_global_id(0)] >> 8;
  uint b = from[get_global_id(0) + 1] >> 8;
  while (b != 0) {
    const uint rest = a % b;
    a = b;
    b = rest;
  }
  to[get_global_id(0)] = a;
}

kernel void steps_of_collatz(global const uint *from, global uint *to) {
  uint value = from[get_global_id(0)] >> 16 | 1;
  uint steps = 0;
  while (value != 1) {
    value = (value & 1) != 0 ? 3 * value + 1 : value / 2;
    ++steps;
  }
  to[get_global_id(0)] = steps;
}

kernel void random_numbers(global const ulong *from, global ulong *to) {
  ulong state = from[get_global_id(0)] | 1;
  for (int i = 0; i < 16; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
  }
  to[get_global_id(0)] = state * 0x2545f4914f6cdd1dul;
}

kernel void hash_rounds(global const uint *from, global uint *to) {
  uint a = from[get_global_id(0)];
  uint b = a ^ 0x67452301;
  for (int i = 0; i < 32; ++i) {
    const uint c = rotate(a, 5u) + ((a & b) | (~a & 0x98badcfe)) + i;
    a = b;
    b = c;
  }
  to[get_global_id(0)] = a + b;
}
