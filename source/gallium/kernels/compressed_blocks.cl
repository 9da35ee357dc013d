// Blocks of compressed textures as numbers: a block of 8 bytes is `x`, one of 16 bytes both, the
// first byte the lowest. Decoders take a block and the texel's column and row in it, and return the
// texel as the format stores it: sRGB is not converted.

// At most 32 bits of a block.
static uint block_bits(ulong2 block, uint first, uint count) {
  const ulong low = first < 64 ? block.x >> first : block.y >> (first - 64);
  const ulong high = first > 0 && first < 64 ? block.y << (64 - first) : 0;
  return (uint)((low | high) & ((1ul << count) - 1));
}

// The same number with the first byte the highest.
static ulong swap_bytes(ulong value) {
  return as_ulong(as_uchar8(value).s76543210);
}

// A number of `bits` bits, at least half of `to`, with its highest bits repeated below it.
static int widen_bits(uint value, uint bits, uint to) {
  return (int)(value << (to - bits) | value >> (2 * bits - to));
}

static int sign_extend(uint value, uint bits) {
  return (int)(value << (32 - bits)) >> (32 - bits);
}
