// BPTC of floating-point numbers: two pairs of ends or one, mostly stored as differences from the
// first end.

// How the bits of a mode are used.
typedef struct {
  uchar subsets;
  // Whether ends but the first are differences.
  uchar has_differences;
  uchar bits;
  uchar difference_bits[3];
} bptc_float_mode;

constant bptc_float_mode bptc_float_modes[14] = {
    {2, 1, 10, {5, 5, 5}}, {2, 1, 7, {6, 6, 6}},     {2, 1, 11, {5, 4, 4}}, {2, 1, 11, {4, 5, 4}},
    {2, 1, 11, {4, 4, 5}}, {2, 1, 9, {5, 5, 5}},     {2, 1, 8, {6, 5, 5}},  {2, 1, 8, {5, 6, 5}},
    {2, 1, 8, {5, 5, 6}},  {2, 0, 6, {6, 6, 6}},     {1, 0, 10, {10, 10, 10}},
    {1, 1, 11, {9, 9, 9}}, {1, 1, 12, {8, 8, 8}},    {1, 1, 16, {4, 4, 4}}};

// What the bits after the mode are, in runs, up to a 0: bits 0 to 3 are the number that they are
// part of, 3 * end + channel; bits 4 to 7 its lowest bit in the run, bits 8 to 11 the length, and
// bit 12 is set if the run has the highest bit first.
constant ushort bptc_float_runs[14][24] = {
    {0x147, 0x148, 0x14b, 0xa00, 0xa01, 0xa02, 0x503, 0x14a, 0x407, 0x504, 0x10b, 0x40a,
     0x505, 0x11b, 0x408, 0x506, 0x12b, 0x509, 0x13b, 0x0, 0x0, 0x0, 0x0, 0x0},
    {0x157, 0x14a, 0x15a, 0x700, 0x10b, 0x11b, 0x148, 0x701, 0x158, 0x12b, 0x147, 0x702,
     0x13b, 0x15b, 0x14b, 0x603, 0x407, 0x604, 0x40a, 0x605, 0x408, 0x606, 0x609, 0x0},
    {0xa00, 0xa01, 0xa02, 0x503, 0x1a0, 0x407, 0x404, 0x1a1, 0x10b, 0x40a, 0x405, 0x1a2,
     0x11b, 0x408, 0x506, 0x12b, 0x509, 0x13b, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0},
    {0xa00, 0xa01, 0xa02, 0x403, 0x1a0, 0x14a, 0x407, 0x504, 0x1a1, 0x40a, 0x405, 0x1a2,
     0x11b, 0x408, 0x406, 0x10b, 0x12b, 0x409, 0x147, 0x13b, 0x0, 0x0, 0x0, 0x0},
    {0xa00, 0xa01, 0xa02, 0x403, 0x1a0, 0x148, 0x407, 0x404, 0x1a1, 0x10b, 0x40a, 0x505,
     0x1a2, 0x408, 0x406, 0x11b, 0x12b, 0x409, 0x14b, 0x13b, 0x0, 0x0, 0x0, 0x0},
    {0x900, 0x148, 0x901, 0x147, 0x902, 0x14b, 0x503, 0x14a, 0x407, 0x504, 0x10b, 0x40a,
     0x505, 0x11b, 0x408, 0x506, 0x12b, 0x509, 0x13b, 0x0, 0x0, 0x0, 0x0, 0x0},
    {0x800, 0x14a, 0x148, 0x801, 0x12b, 0x147, 0x802, 0x13b, 0x14b, 0x603, 0x407, 0x504,
     0x10b, 0x40a, 0x505, 0x11b, 0x408, 0x606, 0x609, 0x0, 0x0, 0x0, 0x0, 0x0},
    {0x800, 0x10b, 0x148, 0x801, 0x157, 0x147, 0x802, 0x15a, 0x14b, 0x503, 0x14a, 0x407,
     0x604, 0x40a, 0x505, 0x11b, 0x408, 0x506, 0x12b, 0x509, 0x13b, 0x0, 0x0, 0x0},
    {0x800, 0x11b, 0x148, 0x801, 0x158, 0x147, 0x802, 0x15b, 0x14b, 0x503, 0x14a, 0x407,
     0x504, 0x10b, 0x40a, 0x605, 0x408, 0x506, 0x12b, 0x509, 0x13b, 0x0, 0x0, 0x0},
    {0x600, 0x14a, 0x10b, 0x11b, 0x148, 0x601, 0x157, 0x158, 0x12b, 0x147, 0x602, 0x15a,
     0x13b, 0x15b, 0x14b, 0x603, 0x407, 0x604, 0x40a, 0x605, 0x408, 0x606, 0x609, 0x0},
    {0xa00, 0xa01, 0xa02, 0xa03, 0xa04, 0xa05, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0,
     0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0},
    {0xa00, 0xa01, 0xa02, 0x903, 0x1a0, 0x904, 0x1a1, 0x905, 0x1a2, 0x0, 0x0, 0x0, 0x0, 0x0,
     0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0},
    {0xa00, 0xa01, 0xa02, 0x803, 0x12a0, 0x804, 0x12a1, 0x805, 0x12a2, 0x0, 0x0, 0x0, 0x0,
     0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0},
    {0xa00, 0xa01, 0xa02, 0x403, 0x16a0, 0x404, 0x16a1, 0x405, 0x16a2, 0x0, 0x0, 0x0, 0x0,
     0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0}};

// The mode of a block: two bits, or five if the second one is set; 14 if it is unknown.
static uint bptc_float_mode_of(ulong2 block) {
  const uint bits = block_bits(block, 0, 5);
  if ((bits & 2) == 0) {
    return bits & 1;
  }
  const uint rest = bits >> 2;
  return (bits & 1) == 0 ? 2 + rest : rest < 4 ? 10 + rest : 14;
}

// Collects the number `wanted` from its bits.
static uint bptc_float_number(ulong2 block, uint mode, uint wanted) {
  uint at = mode < 2 ? 2 : 5;
  uint number = 0;
  for (constant const ushort *run = bptc_float_runs[mode]; *run != 0; ++run) {
    const uint length = *run >> 8 & 15;
    if ((*run & 15) == wanted) {
      for (uint bit = 0; bit < length; ++bit) {
        const uint to = (*run >> 12) != 0 ? length - 1 - bit : bit;
        number |= block_bits(block, at + bit, 1) << ((*run >> 4 & 15) + to);
      }
    }
    at += length;
  }
  return number;
}

// A channel of an end, as the mode's bits.
static int bptc_float_end(ulong2 block, uint mode, uint end, uint channel, int is_signed) {
  constant const bptc_float_mode *of = &bptc_float_modes[mode];
  const uint bits = of->bits;
  uint number = bptc_float_number(block, mode, channel);
  if (end > 0) {
    const uint own = bptc_float_number(block, mode, 3 * end + channel);
    number = of->has_differences
                 ? number + (uint)sign_extend(own, of->difference_bits[channel])
                 : own;
    number &= (1u << bits) - 1;
  }
  return is_signed ? sign_extend(number, bits) : (int)number;
}

// Widens a number to 16 bits, whose least and greatest ones stay that.
static int bptc_float_widen(int value, uint bits, int is_signed) {
  if (!is_signed) {
    const int greatest = (1 << bits) - 1;
    return bits >= 15 || value == 0 ? value
           : value == greatest      ? 0xffff
                                    : ((value << 16) + 0x8000) >> bits;
  }
  const int size = abs(value);
  const int greatest = (1 << (bits - 1)) - 1;
  const int widened = bits >= 16 || size == 0 ? size
                      : size >= greatest      ? 0x7fff
                                              : ((size << 15) + 0x4000) >> (bits - 1);
  return value < 0 ? -widened : widened;
}

// The bits of a half, whose infinity is not reached.
static float bptc_float_finish(int value, int is_signed) {
  const int size = abs(value);
  const ushort half_bits =
      (ushort)(is_signed ? (value < 0 ? 0x8000 : 0) | (size * 31) >> 5 : (size * 31) >> 6);
  return vload_half(0, (const half *)&half_bits);
}

static float4 bptc_float(ulong2 block, uint x, uint y, int is_signed) {
  const uint mode = bptc_float_mode_of(block);
  if (mode >= 14) {
    return (float4)(0.0f, 0.0f, 0.0f, 1.0f);
  }
  const uint texel = 4 * y + x;
  const uint subsets = bptc_float_modes[mode].subsets;
  const uint bits = bptc_float_modes[mode].bits;
  const uint partition = subsets == 2 ? block_bits(block, 77, 5) : 0;
  const uint index_bits = subsets == 2 ? 3 : 4;
  const uint index =
      bptc_index(block, subsets == 2 ? 82 : 65, index_bits, subsets, partition, texel);
  const uint end = 2 * bptc_subset(subsets, partition, texel);
  float color[3];
  for (uint channel = 0; channel < 3; ++channel) {
    const int from = bptc_float_end(block, mode, end, channel, is_signed);
    const int to = bptc_float_end(block, mode, end + 1, channel, is_signed);
    color[channel] = bptc_float_finish(bptc_between(bptc_float_widen(from, bits, is_signed),
                                                    bptc_float_widen(to, bits, is_signed), index,
                                                    index_bits),
                                       is_signed);
  }
  return (float4)(color[0], color[1], color[2], 1.0f);
}

static float4 decode_bptc_float(ulong2 block, uint x, uint y) {
  return bptc_float(block, x, y, 1);
}

static float4 decode_bptc_ufloat(ulong2 block, uint x, uint y) {
  return bptc_float(block, x, y, 0);
}
