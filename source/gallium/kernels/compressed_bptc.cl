// BPTC. Bits are numbered from the lowest of the first byte; texels are numbered along the rows.

// The subset of each texel, a bit for each.
constant ushort bptc_halves[64] = {
    0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80,
    0xe800, 0xffe8, 0xff00, 0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310,
    0x3100, 0x8cce, 0x088c, 0x3110, 0x6666, 0x366c, 0x17e8, 0x0ff0, 0x718e, 0x399c, 0xaaaa,
    0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696, 0xa55a, 0x73ce, 0x13c8, 0x324c, 0x3bdc,
    0x6996, 0xc33c, 0x9966, 0x0660, 0x0272, 0x04e4, 0x4e40, 0x2720, 0xc936, 0x936c, 0x39c6,
    0x639c, 0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22};

// The subset of each texel, two bits for each.
constant uint bptc_thirds[64] = {
    0xaa685050, 0x6a5a5040, 0x5a5a4200, 0x5450a0a8, 0xa5a50000, 0xa0a05050, 0x5555a0a0,
    0x5a5a5050, 0xaa550000, 0xaa555500, 0xaaaa5500, 0x90909090, 0x94949494, 0xa4a4a4a4,
    0xa9a59450, 0x2a0a4250, 0xa5945040, 0x0a425054, 0xa5a5a500, 0x55a0a0a0, 0xa8a85454,
    0x6a6a4040, 0xa4a45000, 0x1a1a0500, 0x0050a4a4, 0xaaa59090, 0x14696914, 0x69691400,
    0xa08585a0, 0xaa821414, 0x50a4a450, 0x6a5a0200, 0xa9a58000, 0x5090a0a8, 0xa8a09050,
    0x24242424, 0x00aa5500, 0x24924924, 0x24499224, 0x50a50a50, 0x500aa550, 0xaaaa4444,
    0x66660000, 0xa5a0a5a0, 0x50a050a0, 0x69286928, 0x44aaaa44, 0x66666600, 0xaa444444,
    0x54a854a8, 0x95809580, 0x96969600, 0xa85454a8, 0x80959580, 0xaa141414, 0x96960000,
    0xaaaa1414, 0xa05050a0, 0xa0a5a5a0, 0x96000000, 0x40804080, 0xa9a8a9a8, 0xaaaaaa44,
    0x2a4a5254};

// The texels whose index has one bit less, besides the first: of the second subset of two, and of
// the second and the third of three.
constant uchar bptc_second_of_two[64] = {
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2, 8, 2, 2, 8, 8,
    15, 2, 8, 2, 2, 8, 8, 2, 2, 15, 15, 6, 8, 2, 8, 15, 15, 2, 8, 2, 2, 2, 15, 15, 6, 6, 2,
    6, 8, 15, 15, 2, 2, 15, 15, 15, 15, 15, 2, 2, 15};
constant uchar bptc_second_of_three[64] = {
    3, 3, 15, 15, 8, 3, 15, 15, 8, 8, 6, 6, 6, 5, 3, 3, 3, 3, 8, 15, 3, 3, 6, 10, 5, 8, 8,
    6, 8, 5, 15, 15, 8, 15, 3, 5, 6, 10, 8, 15, 15, 3, 15, 5, 15, 15, 15, 15, 3, 15, 5, 5,
    5, 8, 5, 10, 5, 10, 8, 13, 15, 12, 3, 3};
constant uchar bptc_third_of_three[64] = {
    15, 8, 8, 3, 15, 15, 3, 8, 15, 15, 15, 15, 15, 15, 15, 8, 15, 8, 15, 3, 15, 8, 15, 8, 3,
    15, 6, 10, 15, 15, 10, 8, 15, 3, 15, 10, 10, 8, 9, 10, 6, 15, 8, 15, 3, 6, 6, 8, 15, 3,
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 3, 15, 15, 8};

// The parts of the second end in 64, by the index of two, three and four bits.
constant uchar bptc_weights[3][16] = {{0, 21, 43, 64},
                                      {0, 9, 18, 27, 37, 46, 55, 64},
                                      {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64}};

static uint bptc_subset(uint subsets, uint partition, uint texel) {
  return subsets == 1   ? 0
         : subsets == 2 ? bptc_halves[partition] >> texel & 1
                        : bptc_thirds[partition] >> 2 * texel & 3;
}

// The index of a texel, of indices that start at bit `first`.
static uint bptc_index(ulong2 block, uint first, uint bits, uint subsets, uint partition,
                       uint texel) {
  const uint second =
      subsets == 2 ? bptc_second_of_two[partition] : bptc_second_of_three[partition];
  const uint third = bptc_third_of_three[partition];
  // Shorter indices before this one.
  const uint before = (texel > 0) + (subsets >= 2 && texel > second) +
                      (subsets == 3 && texel > third);
  const uint is_short = texel == 0 || (subsets >= 2 && texel == second) ||
                        (subsets == 3 && texel == third);
  return block_bits(block, first + texel * bits - before, bits - is_short);
}

static int bptc_between(int begin, int end, uint index, uint bits) {
  const int weight = bptc_weights[bits - 2][index];
  return ((64 - weight) * begin + weight * end + 32) >> 6;
}

// How the bits of a mode are used.
typedef struct {
  uchar subsets;
  uchar partition_bits;
  uchar rotation_bits;
  // Whether a bit selects which indices are of the color.
  uchar selects_index;
  uchar color_bits;
  uchar alpha_bits;
  // Low bits of the ends: one for each end, one for both ends of a subset, or none.
  uchar low_bits_of_ends;
  uchar low_bits_of_subsets;
  uchar index_bits;
  uchar second_index_bits;
} bptc_mode;

constant bptc_mode bptc_modes[8] = {
    {3, 4, 0, 0, 4, 0, 1, 0, 3, 0}, {2, 6, 0, 0, 6, 0, 0, 1, 3, 0},
    {3, 6, 0, 0, 5, 0, 0, 0, 2, 0}, {2, 6, 0, 0, 7, 0, 1, 0, 2, 0},
    {1, 0, 2, 1, 5, 6, 0, 0, 2, 3}, {1, 0, 2, 0, 7, 8, 0, 0, 2, 2},
    {1, 0, 0, 0, 7, 7, 1, 0, 4, 0}, {2, 6, 0, 0, 5, 5, 1, 0, 2, 0}};

// A number of an end, with its low bit below it if there is one, as eight bits.
static int bptc_end(uint value, uint bits, uint has_low_bit, uint low_bit) {
  return widen_bits(has_low_bit ? value << 1 | low_bit : value, bits + has_low_bit, 8);
}

// The four numbers of an end. `first` is the first bit of the ends.
static int4 bptc_color(ulong2 block, constant const bptc_mode *mode, uint first, uint end) {
  const uint ends = 2 * mode->subsets;
  const uint bits = mode->color_bits;
  const uint alpha = first + 3 * ends * bits;
  const uint low_bits = alpha + ends * mode->alpha_bits;
  const uint has_low_bit = mode->low_bits_of_ends | mode->low_bits_of_subsets;
  const uint low_bit =
      has_low_bit ? block_bits(block, low_bits + (mode->low_bits_of_ends ? end : end / 2), 1) : 0;
  int4 color;
  color.x = bptc_end(block_bits(block, first + end * bits, bits), bits, has_low_bit, low_bit);
  color.y =
      bptc_end(block_bits(block, first + (ends + end) * bits, bits), bits, has_low_bit, low_bit);
  color.z = bptc_end(block_bits(block, first + (2 * ends + end) * bits, bits), bits, has_low_bit,
                     low_bit);
  color.w = mode->alpha_bits == 0
                ? 255
                : bptc_end(block_bits(block, alpha + end * mode->alpha_bits, mode->alpha_bits),
                           mode->alpha_bits, has_low_bit, low_bit);
  return color;
}

static float4 decode_bptc_unorm(ulong2 block, uint x, uint y) {
  const uint texel = 4 * y + x;
  const uint number = ctz((uint)block.x & 255);
  if (number > 7) {
    return (float4)(0.0f);
  }
  constant const bptc_mode *mode = &bptc_modes[number];
  uint at = number + 1;
  const uint partition = block_bits(block, at, mode->partition_bits);
  at += mode->partition_bits;
  const uint rotation = block_bits(block, at, mode->rotation_bits);
  at += mode->rotation_bits;
  const uint is_swapped = block_bits(block, at, mode->selects_index);
  at += mode->selects_index;
  const uint subset = bptc_subset(mode->subsets, partition, texel);
  const int4 begin = bptc_color(block, mode, at, 2 * subset);
  const int4 end = bptc_color(block, mode, at, 2 * subset + 1);
  at += 2 * mode->subsets *
            (3 * mode->color_bits + mode->alpha_bits + mode->low_bits_of_ends) +
        mode->subsets * mode->low_bits_of_subsets;
  uint color_bits = mode->index_bits;
  uint color_index = bptc_index(block, at, color_bits, mode->subsets, partition, texel);
  uint alpha_bits = color_bits;
  uint alpha_index = color_index;
  if (mode->second_index_bits != 0) {
    alpha_bits = mode->second_index_bits;
    alpha_index =
        bptc_index(block, at + 16 * color_bits - 1, alpha_bits, mode->subsets, partition, texel);
  }
  if (is_swapped) {
    const uint other_bits = color_bits;
    const uint other_index = color_index;
    color_bits = alpha_bits;
    color_index = alpha_index;
    alpha_bits = other_bits;
    alpha_index = other_index;
  }
  const int4 color = (int4)(bptc_between(begin.x, end.x, color_index, color_bits),
                            bptc_between(begin.y, end.y, color_index, color_bits),
                            bptc_between(begin.z, end.z, color_index, color_bits),
                            bptc_between(begin.w, end.w, alpha_index, alpha_bits));
  const int4 rotated = rotation == 0   ? color
                       : rotation == 1 ? color.wyzx
                       : rotation == 2 ? color.xwzy
                                       : color.xywz;
  return convert_float4(rotated) / 255.0f;
}
