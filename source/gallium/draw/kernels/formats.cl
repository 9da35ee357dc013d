// Reads and writes of vertex elements and texels whose format is a constant of the program.

#define CHANNEL_NONE 0
#define CHANNEL_UNORM 1
#define CHANNEL_SNORM 2
#define CHANNEL_USCALED 3
#define CHANNEL_SSCALED 4
#define CHANNEL_UINT 5
#define CHANNEL_SINT 6
#define CHANNEL_FLOAT 7
#define CHANNEL_FIXED 8

// Vertex elements need not be aligned.
typedef ushort __attribute__((aligned(1))) unaligned_ushort;
typedef uint __attribute__((aligned(1))) unaligned_uint;
typedef ulong __attribute__((aligned(1))) unaligned_ulong;

static uint byte_of(uint word, uint index) {
  return word >> (8 * index) & 0xff;
}

static uint block_bytes(struct draw_format_s format) {
  return format.properties & 0xff;
}

static bool is_srgb(struct draw_format_s format) {
  return (format.properties & 1u << 8) != 0;
}

static bool is_integer(struct draw_format_s format) {
  return (format.properties & 1u << 9) != 0;
}

static bool is_missing_one(struct draw_format_s format, uint channel) {
  return (format.properties >> (16 + channel) & 1) != 0;
}

static uint low_bits(uint bits) {
  return bits >= 32 ? ~0u : (1u << bits) - 1;
}

static int sign_extended(uint value, uint bits) {
  return bits >= 32 ? (int)value : (int)(value << (32 - bits)) >> (32 - bits);
}

// Numbers without a sign have the exponent of a half and fewer bits behind it.
static float from_half_bits(uint value, uint bits) {
  const ushort half_bits = (ushort)(bits == 16 ? value : value << (15 - bits));
  return vload_half(0, (const private half *)&half_bits);
}

static uint to_half_bits(float value) {
  ushort half_bits;
  vstore_half_rte(value, 0, (private half *)&half_bits);
  return half_bits;
}

// Rounds to nearest, and not to infinity: the largest number is that with all bits of the mantissa.
static uint to_small_float_bits(float value, uint bits) {
  if (isnan(value)) {
    return low_bits(bits);
  }
  const uint dropped = 15 - bits;
  const uint infinity = 0x7c00u >> dropped;
  if (isinf(value)) {
    return value > 0 ? infinity : 0;
  }
  ushort half_bits;
  vstore_half_rtz(fmax(value, 0.0f), 0, (private half *)&half_bits);
  return min(((uint)half_bits + (1u << (dropped - 1))) >> dropped, infinity - 1);
}

// A channel's bits as a shader's number: a float, or an integer of an integer format.
static uint decode(uint value, uint type, uint bits) {
  switch (type) {
    case CHANNEL_UNORM:
      return bits == 32 ? as_uint((float)((double)value / 4294967295.0))
                        : as_uint((float)value / (float)low_bits(bits));
    case CHANNEL_SNORM:
      return bits == 32
                 ? as_uint((float)fmax((double)(int)value / 2147483647.0, -1.0))
                 : as_uint(fmax((float)sign_extended(value, bits) / (float)low_bits(bits - 1), -1.0f));
    case CHANNEL_USCALED:
      return as_uint((float)value);
    case CHANNEL_SSCALED:
      return as_uint((float)sign_extended(value, bits));
    case CHANNEL_SINT:
      return (uint)sign_extended(value, bits);
    case CHANNEL_FLOAT:
      return bits == 32 ? value : as_uint(from_half_bits(value, bits));
    case CHANNEL_FIXED:
      return as_uint((float)((double)(int)value / 65536.0));
    default:
      return value;
  }
}

static float from_srgb(float value) {
  return value <= 0.04045f ? value / 12.92f : powr((value + 0.055f) / 1.055f, 2.4f);
}

static float to_srgb(float value) {
  // Also takes a NaN to 0.
  const float clamped = value > 0 ? fmin(value, 1.0f) : 0.0f;
  return clamped < 0.0031308f ? clamped * 12.92f : 1.055f * powr(clamped, 1.0f / 2.4f) - 0.055f;
}

// A channel of a vertex element in memory.
static uint fetch_channel(global const uchar *element, struct draw_format_s format, uint channel) {
  const uint type = byte_of(format.types, channel);
  const uint offset = byte_of(format.offsets, channel);
  const uint bits = byte_of(format.bits, channel);
  if (type == CHANNEL_NONE) {
    const bool one = is_missing_one(format, channel);
    return is_integer(format) ? (uint)one : as_uint(one ? 1.0f : 0.0f);
  }
  if (bits == 64) {
    const ulong value = *(global const unaligned_ulong *)(element + offset / 8);
    return as_uint((float)as_double(value));
  }
  uint value;
  if (bits == 32) {
    value = *(global const unaligned_uint *)(element + offset / 8);
  } else if (bits == 16 && offset % 16 == 0) {
    value = *(global const unaligned_ushort *)(element + offset / 8);
  } else if (bits == 8 && offset % 8 == 0) {
    value = element[offset / 8];
  } else if (block_bytes(format) >= 4) {
    value = *(global const unaligned_uint *)(element + offset / 32 * 4) >> offset % 32;
  } else if (block_bytes(format) == 2) {
    value = *(global const unaligned_ushort *)element >> offset;
  } else {
    value = element[0] >> offset;
  }
  return decode(value & low_bits(bits), type, bits);
}

static uint4 fetch_element(global const uchar *element, struct draw_format_s format) {
  return (uint4)(fetch_channel(element, format, 0), fetch_channel(element, format, 1),
                 fetch_channel(element, format, 2), fetch_channel(element, format, 3));
}

// The words of a texel of 1, 2, 4, 8 or 16 bytes.
static uint4 load_texel(global const uchar *texel, uint bytes) {
  switch (bytes) {
    case 1:
      return (uint4)(*texel, 0, 0, 0);
    case 2:
      return (uint4)(*(global const ushort *)texel, 0, 0, 0);
    case 4:
      return (uint4)(*(global const uint *)texel, 0, 0, 0);
    case 8:
      return (uint4)(*(global const uint2 *)texel, 0, 0);
    default:
      return *(global const uint4 *)texel;
  }
}

static void store_texel(global uchar *texel, uint bytes, uint4 words) {
  switch (bytes) {
    case 1:
      *texel = (uchar)words.x;
      break;
    case 2:
      *(global ushort *)texel = (ushort)words.x;
      break;
    case 4:
      *(global uint *)texel = words.x;
      break;
    case 8:
      *(global uint2 *)texel = words.xy;
      break;
    default:
      *(global uint4 *)texel = words;
      break;
  }
}

static uint word_of(uint4 words, uint index) {
  return index == 0 ? words.x : index == 1 ? words.y : index == 2 ? words.z : words.w;
}

static uint texel_channel(uint4 words, struct draw_format_s format, uint channel) {
  const uint type = byte_of(format.types, channel);
  if (type == CHANNEL_NONE) {
    const bool one = is_missing_one(format, channel);
    return is_integer(format) ? (uint)one : as_uint(one ? 1.0f : 0.0f);
  }
  const uint offset = byte_of(format.offsets, channel);
  const uint bits = byte_of(format.bits, channel);
  return decode(word_of(words, offset / 32) >> offset % 32 & low_bits(bits), type, bits);
}

// The color of a texel, linear; of formats of numbers that are not integers.
static float4 texel_color(uint4 words, struct draw_format_s format) {
  float4 color = as_float4((uint4)(texel_channel(words, format, 0), texel_channel(words, format, 1),
                                   texel_channel(words, format, 2), texel_channel(words, format, 3)));
  if (is_srgb(format)) {
    color.x = from_srgb(color.x);
    color.y = from_srgb(color.y);
    color.z = from_srgb(color.z);
  }
  return color;
}

// The bits of a channel for a shader's number.
static uint encode(uint value, uint type, uint bits) {
  const float number = as_float(value);
  switch (type) {
    case CHANNEL_UNORM:
      return bits == 32 ? convert_uint_sat_rte((double)fmax(number, 0.0f) * 4294967295.0)
                        : (uint)rint((number > 0 ? fmin(number, 1.0f) : 0.0f) * (float)low_bits(bits));
    case CHANNEL_SNORM:
      return bits == 32
                 ? (uint)convert_int_sat_rte((double)number * 2147483647.0)
                 : (uint)(int)rint((isnan(number) ? 0.0f : clamp(number, -1.0f, 1.0f)) *
                                   (float)low_bits(bits - 1));
    case CHANNEL_USCALED:
      return convert_uint_sat_rte(number);
    case CHANNEL_SSCALED:
      return (uint)convert_int_sat_rte(number);
    case CHANNEL_UINT:
      return min(value, low_bits(bits));
    case CHANNEL_SINT: {
      const int largest = (int)low_bits(bits - 1);
      return (uint)clamp((int)value, -largest - 1, largest);
    }
    case CHANNEL_FLOAT:
      return bits == 32 ? value : bits == 16 ? to_half_bits(number) : to_small_float_bits(number, bits);
    default:
      return value;
  }
}

typedef struct {
  uint words[4];
  // The bits that are written.
  uint masks[4];
} packed_texel;

static void set_channel(packed_texel *packed, struct draw_format_s format, uint mask, uint channel,
                        uint value) {
  const uint type = byte_of(format.types, channel);
  if (type == CHANNEL_NONE || (mask >> channel & 1) == 0) {
    return;
  }
  const uint bits = byte_of(format.bits, channel);
  const uint word = byte_of(format.offsets, channel) / 32;
  const uint shift = byte_of(format.offsets, channel) % 32;
  const uint field = low_bits(bits) << shift;
  packed->words[word] = (packed->words[word] & ~field) |
                        ((encode(value, type, bits) & low_bits(bits)) << shift);
  packed->masks[word] |= field;
}

// Packs the channels of a mask: numbers of the format's kind, linear.
static packed_texel pack_texel(uint4 color, struct draw_format_s format, uint mask) {
  packed_texel packed = {{0, 0, 0, 0}, {0, 0, 0, 0}};
  if (is_srgb(format)) {
    color.x = as_uint(to_srgb(as_float(color.x)));
    color.y = as_uint(to_srgb(as_float(color.y)));
    color.z = as_uint(to_srgb(as_float(color.z)));
  }
  // Of luminance and intensity formats, red is written last.
  set_channel(&packed, format, mask, 3, color.w);
  set_channel(&packed, format, mask, 2, color.z);
  set_channel(&packed, format, mask, 1, color.y);
  set_channel(&packed, format, mask, 0, color.x);
  return packed;
}
