// Vectors in memory as half and as other types, arrays of private memory, and printing nothing.
kernel void test(global uint *out, global const uint *in) {
  const size_t i = get_global_id(0);
  uint private_array[16];
  for (uint k = 0; k < 16; ++k) {
    private_array[k] = in[(i + k) & 255] * (k + 1u);
  }
  ushort storage[4];
  half *stored = (half *)storage;
  vstore_half4((float4)((float)(in[i] & 255), 1.5f, -2.25f, 0.125f), 0, stored);
  const float4 loaded = vload_half4(0, stored);
  uchar16 bytes = as_uchar16(vload4(0, private_array + (in[i] & 7u)));
  bytes = shuffle(bytes, (uchar16)(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
  const uint4 words = as_uint4(bytes);
  out[i] = words.x ^ words.y ^ private_array[in[i] & 15u] ^ as_uint(loaded.x + loaded.z);
  vstore2((uint2)(out[i], in[i]), 0, private_array);
  out[i] += private_array[1];
  if (in[i] == 0x12345678u && in[255 - i] == 0x9abcdef0u) {
    printf("%u %s\n", in[i], "never");
  }
}
