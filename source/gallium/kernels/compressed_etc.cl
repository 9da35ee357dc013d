// ETC1, ETC2 and EAC. Bits are numbered in the block of 64 bits whose first byte is the highest;
// texels are numbered down the columns.

constant short etc_modifiers[8][2] = {{2, 8},   {5, 17},  {9, 29},   {13, 42},
                                      {18, 60}, {24, 80}, {33, 106}, {47, 183}};

constant uchar etc_distances[8] = {3, 6, 11, 16, 23, 32, 41, 64};

// The negative modifiers; the positive ones are one less.
constant uchar eac_modifiers[16][4] = {
    {3, 6, 9, 15}, {3, 7, 10, 13}, {2, 5, 8, 13}, {2, 4, 6, 13}, {3, 6, 8, 12}, {3, 7, 9, 11},
    {4, 7, 8, 11}, {3, 5, 8, 11},  {2, 6, 8, 10}, {2, 5, 8, 10}, {2, 4, 8, 10}, {2, 5, 7, 10},
    {3, 4, 7, 10}, {1, 2, 3, 10},  {4, 6, 8, 9},  {3, 5, 7, 9}};

static uint etc_bits(ulong block, uint last, uint count) {
  return (uint)(block >> last & ((1ul << count) - 1));
}

static int3 etc_widen(uint red, uint green, uint blue, uint bits) {
  return (int3)(widen_bits(red, bits, 8), widen_bits(green, bits, 8), widen_bits(blue, bits, 8));
}

// The code of a texel: bits of two planes.
static uint etc_code(ulong block, uint x, uint y) {
  const uint texel = 4 * x + y;
  return etc_bits(block, 16 + texel, 1) << 1 | etc_bits(block, texel, 1);
}

static float4 etc_color(int3 color, float alpha) {
  return (float4)(convert_float3(clamp(color, 0, 255)) / 255.0f, alpha);
}

// A block of two halves, each with a color and modifiers of it.
static float4 etc_halves(ulong block, uint x, uint y, int3 first, int3 second, int is_opaque) {
  const int in_second = (etc_bits(block, 32, 1) != 0 ? y : x) >= 2;
  const uint table = etc_bits(block, in_second ? 34 : 37, 3);
  const uint code = etc_code(block, x, y);
  int modifier = etc_modifiers[table][code & 1];
  if (!is_opaque) {
    if (code == 2) {
      return (float4)(0.0f);
    }
    modifier = code == 0 ? 0 : modifier;
  }
  return etc_color((in_second ? second : first) + (code < 2 ? modifier : -modifier), 1.0f);
}

static float4 etc_individual(ulong block, uint x, uint y) {
  const int3 first =
      etc_widen(etc_bits(block, 60, 4), etc_bits(block, 52, 4), etc_bits(block, 44, 4), 4);
  const int3 second =
      etc_widen(etc_bits(block, 56, 4), etc_bits(block, 48, 4), etc_bits(block, 40, 4), 4);
  return etc_halves(block, x, y, first, second, 1);
}

// Colors of five bits, and their differences.
static int3 etc_base(ulong block) {
  return (int3)((int)etc_bits(block, 59, 5), (int)etc_bits(block, 51, 5),
                (int)etc_bits(block, 43, 5));
}

static int3 etc_difference(ulong block) {
  return (int3)(sign_extend(etc_bits(block, 56, 3), 3), sign_extend(etc_bits(block, 48, 3), 3),
                sign_extend(etc_bits(block, 40, 3), 3));
}

static float4 etc_differential(ulong block, uint x, uint y, int is_opaque) {
  const int3 base = etc_base(block);
  const uint3 second = convert_uint3(base + etc_difference(block)) & 31;
  return etc_halves(block, x, y, etc_widen((uint)base.x, (uint)base.y, (uint)base.z, 5),
                    etc_widen(second.x, second.y, second.z, 5), is_opaque);
}

// One color alone, and one with two at a distance of it.
static float4 etc_t(ulong block, uint x, uint y, int is_opaque) {
  const int3 alone = etc_widen(etc_bits(block, 59, 2) << 2 | etc_bits(block, 56, 2),
                               etc_bits(block, 52, 4), etc_bits(block, 48, 4), 4);
  const int3 middle =
      etc_widen(etc_bits(block, 44, 4), etc_bits(block, 40, 4), etc_bits(block, 36, 4), 4);
  const int distance = etc_distances[etc_bits(block, 34, 2) << 1 | etc_bits(block, 32, 1)];
  const uint code = etc_code(block, x, y);
  if (code == 2 && !is_opaque) {
    return (float4)(0.0f);
  }
  return etc_color(code == 0 ? alone : middle + (2 - (int)code) * distance, 1.0f);
}

// Two pairs of colors, at a distance of their middles. The order of these is a bit of the distance.
static float4 etc_h(ulong block, uint x, uint y, int is_opaque) {
  const uint3 first = (uint3)(etc_bits(block, 59, 4),
                              etc_bits(block, 56, 3) << 1 | etc_bits(block, 52, 1),
                              etc_bits(block, 51, 1) << 3 | etc_bits(block, 47, 3));
  const uint3 second =
      (uint3)(etc_bits(block, 43, 4), etc_bits(block, 39, 4), etc_bits(block, 35, 4));
  const uint is_ordered = (first.x << 8 | first.y << 4 | first.z) >=
                          (second.x << 8 | second.y << 4 | second.z);
  const int distance =
      etc_distances[etc_bits(block, 34, 1) << 2 | etc_bits(block, 32, 1) << 1 | is_ordered];
  const uint code = etc_code(block, x, y);
  if (code == 2 && !is_opaque) {
    return (float4)(0.0f);
  }
  const uint3 middle = code < 2 ? first : second;
  return etc_color(
      etc_widen(middle.x, middle.y, middle.z, 4) + ((code & 1) == 0 ? distance : -distance), 1.0f);
}

// Colors of the first texel, and of the ones behind the last in the row and in the column.
static float4 etc_planar(ulong block, uint x, uint y) {
  const int3 origin =
      (int3)(widen_bits(etc_bits(block, 57, 6), 6, 8),
             widen_bits(etc_bits(block, 56, 1) << 6 | etc_bits(block, 49, 6), 7, 8),
             widen_bits(etc_bits(block, 48, 1) << 5 | etc_bits(block, 43, 2) << 3 |
                            etc_bits(block, 39, 3),
                        6, 8));
  const int3 right = (int3)(widen_bits(etc_bits(block, 34, 5) << 1 | etc_bits(block, 32, 1), 6, 8),
                            widen_bits(etc_bits(block, 25, 7), 7, 8),
                            widen_bits(etc_bits(block, 19, 6), 6, 8));
  const int3 below =
      (int3)(widen_bits(etc_bits(block, 13, 6), 6, 8), widen_bits(etc_bits(block, 6, 7), 7, 8),
             widen_bits(etc_bits(block, 0, 6), 6, 8));
  const int3 sum = (int)x * (right - origin) + (int)y * (below - origin) + 4 * origin + 2;
  return etc_color(sum >> 2, 1.0f);
}

static int is_beyond(int value) {
  return value < 0 || value > 31;
}

// A differential block, whose sums select other forms if they do not fit.
static float4 etc2_differential(ulong block, uint x, uint y, int is_opaque) {
  const int3 sum = etc_base(block) + etc_difference(block);
  if (is_beyond(sum.x)) {
    return etc_t(block, x, y, is_opaque);
  }
  if (is_beyond(sum.y)) {
    return etc_h(block, x, y, is_opaque);
  }
  return is_beyond(sum.z) ? etc_planar(block, x, y) : etc_differential(block, x, y, is_opaque);
}

static float4 decode_etc1(ulong2 block, uint x, uint y) {
  const ulong bits = swap_bytes(block.x);
  return etc_bits(bits, 33, 1) != 0 ? etc_differential(bits, x, y, 1) : etc_individual(bits, x, y);
}

static float4 decode_etc2_rgb(ulong2 block, uint x, uint y) {
  const ulong bits = swap_bytes(block.x);
  return etc_bits(bits, 33, 1) != 0 ? etc2_differential(bits, x, y, 1)
                                    : etc_individual(bits, x, y);
}

static float4 decode_etc2_rgba1(ulong2 block, uint x, uint y) {
  const ulong bits = swap_bytes(block.x);
  return etc2_differential(bits, x, y, (int)etc_bits(bits, 33, 1));
}

// The modifier of a texel.
static int eac_modifier(ulong block, uint x, uint y) {
  const uint code = etc_bits(block, 45 - 3 * (4 * x + y), 3);
  const int size = eac_modifiers[etc_bits(block, 48, 4)][code & 3];
  return code < 4 ? -size : size - 1;
}

static float4 decode_etc2_rgba8(ulong2 block, uint x, uint y) {
  const ulong bits = swap_bytes(block.x);
  const int alpha =
      (int)etc_bits(bits, 56, 8) + eac_modifier(bits, x, y) * (int)etc_bits(bits, 52, 4);
  float4 color = decode_etc2_rgb((ulong2)(block.y, 0), x, y);
  color.w = (float)clamp(alpha, 0, 255) / 255.0f;
  return color;
}

// Numbers of eleven bits. A factor of 0 stands for an eighth.
static int eac_value(ulong block, uint x, uint y, int base) {
  const int factor = (int)etc_bits(block, 52, 4);
  return base + eac_modifier(block, x, y) * (factor != 0 ? 8 * factor : 1);
}

static float eac_unorm(ulong block, uint x, uint y) {
  const ulong bits = swap_bytes(block);
  const int value = eac_value(bits, x, y, 8 * (int)etc_bits(bits, 56, 8) + 4);
  return (float)clamp(value, 0, 2047) / 2047.0f;
}

static float eac_snorm(ulong block, uint x, uint y) {
  const ulong bits = swap_bytes(block);
  const int value = eac_value(bits, x, y, 8 * max(sign_extend(etc_bits(bits, 56, 8), 8), -127));
  return (float)clamp(value, -1023, 1023) / 1023.0f;
}

static float4 decode_etc2_r11_unorm(ulong2 block, uint x, uint y) {
  return (float4)(eac_unorm(block.x, x, y), 0.0f, 0.0f, 1.0f);
}

static float4 decode_etc2_r11_snorm(ulong2 block, uint x, uint y) {
  return (float4)(eac_snorm(block.x, x, y), 0.0f, 0.0f, 1.0f);
}

static float4 decode_etc2_rg11_unorm(ulong2 block, uint x, uint y) {
  return (float4)(eac_unorm(block.x, x, y), eac_unorm(block.y, x, y), 0.0f, 1.0f);
}

static float4 decode_etc2_rg11_snorm(ulong2 block, uint x, uint y) {
  return (float4)(eac_snorm(block.x, x, y), eac_snorm(block.y, x, y), 0.0f, 1.0f);
}
