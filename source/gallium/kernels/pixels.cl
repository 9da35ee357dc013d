// Reads and writes texels of any format that has single texels.

// What a channel holds: mux_gallium_channel_type_e.
#define CHANNEL_NONE 0
#define CHANNEL_UNORM 1
#define CHANNEL_SNORM 2
#define CHANNEL_USCALED 3
#define CHANNEL_SSCALED 4
#define CHANNEL_UINT 5
#define CHANNEL_SINT 6
#define CHANNEL_FLOAT 7
#define CHANNEL_FIXED 8
#define CHANNEL_SHARED_EXPONENT 9

// A format; red, green, blue and alpha, or depth and stencil.
typedef struct {
  uchar type[4];
  uchar offset[4];
  uchar bits[4];
  uchar missing[4];
  uint block_bytes;
  uint is_srgb;
} pixel_format;

// The largest block: four numbers of 64 bits.
#define MAX_BLOCK_BYTES 32

typedef struct {
  uchar bytes[MAX_BLOCK_BYTES];
} pixel_block;

static pixel_block load_block(global const uchar *texel, uint block_bytes) {
  pixel_block block;
  for (uint index = 0; index < block_bytes; ++index) {
    block.bytes[index] = texel[index];
  }
  return block;
}

static void store_block(global uchar *texel, uint block_bytes, pixel_block block) {
  for (uint index = 0; index < block_bytes; ++index) {
    texel[index] = block.bytes[index];
  }
}

static ulong mask_of(uint bits) {
  return bits >= 64 ? ~0ul : (1ul << bits) - 1;
}

static ulong get_bits(const pixel_block *block, uint offset, uint bits) {
  ulong value = 0;
  const uint first = offset / 8;
  const uint last = (offset + bits + 7) / 8;
  for (uint index = last; index > first; --index) {
    value = value << 8 | block->bytes[index - 1];
  }
  // Channels of more than 56 bits start at a byte.
  return value >> offset % 8 & mask_of(bits);
}

static void set_bits(pixel_block *block, uint offset, uint bits, ulong value) {
  for (uint bit = 0; bit < bits;) {
    const uint at = offset + bit;
    const uint count = min(8 - at % 8, bits - bit);
    const uint mask = ((1u << count) - 1) << at % 8;
    const uint part = (uint)(value >> bit) << at % 8 & mask;
    block->bytes[at / 8] = (uchar)((block->bytes[at / 8] & ~mask) | part);
    bit += count;
  }
}

static double from_srgb(double value) {
  return value <= 0.04045 ? value / 12.92 : (double)powr((float)((value + 0.055) / 1.055), 2.4f);
}

static double to_srgb(double value) {
  // Also takes a NaN to 0.
  const double clamped = value > 0 ? fmin(value, 1.0) : 0.0;
  return clamped < 0.0031308 ? clamped * 12.92
                             : 1.055 * (double)powr((float)clamped, 1.0f / 2.4f) - 0.055;
}

// Floating-point numbers without a sign have the exponent of a half and fewer bits behind it.
static double from_float_bits(ulong value, uint bits) {
  if (bits == 64) {
    return as_double(value);
  }
  if (bits == 32) {
    return (double)as_float((uint)value);
  }
  const ushort half_bits = (ushort)(bits == 16 ? value : value << (15 - bits));
  return (double)vload_half(0, (const half *)&half_bits);
}

static ulong to_float_bits(double value, uint bits) {
  if (bits == 64) {
    return as_ulong(value);
  }
  if (bits == 32) {
    return as_uint((float)value);
  }
  ushort half_bits;
  if (bits == 16) {
    vstore_half_rte((float)value, 0, (half *)&half_bits);
    return half_bits;
  }
  if (isnan(value)) {
    return mask_of(bits);
  }
  // Rounds to nearest, and not to infinity: the largest number is that with all bits of the mantissa.
  const uint dropped = 15 - bits;
  const ulong infinity = 0x7c00u >> dropped;
  if (isinf(value)) {
    return value > 0 ? infinity : 0;
  }
  vstore_half_rtz((float)fmax(value, 0.0), 0, (half *)&half_bits);
  const ulong rounded = ((ulong)half_bits + (1u << (dropped - 1))) >> dropped;
  return min(rounded, infinity - 1);
}

static long sign_extended(ulong value, uint bits) {
  return bits >= 64 ? (long)value : (long)(value << (64 - bits)) >> (64 - bits);
}

// A channel as a number; integers are exact up to 2^53.
static double get_channel(const pixel_block *block, const pixel_format *format, uint channel) {
  const uint bits = format->bits[channel];
  const ulong value = get_bits(block, format->offset[channel], bits);
  switch (format->type[channel]) {
    case CHANNEL_UNORM:
      return (double)value / (double)mask_of(bits);
    case CHANNEL_SNORM:
      return fmax((double)sign_extended(value, bits) / (double)mask_of(bits - 1), -1.0);
    case CHANNEL_USCALED:
    case CHANNEL_UINT:
      return (double)value;
    case CHANNEL_SSCALED:
    case CHANNEL_SINT:
      return (double)sign_extended(value, bits);
    case CHANNEL_FLOAT:
      return from_float_bits(value, bits);
    case CHANNEL_FIXED:
      return (double)sign_extended(value, bits) / 65536.0;
    case CHANNEL_SHARED_EXPONENT:
      return ldexp((double)value, (int)get_bits(block, 27, 5) - 24);
    default:
      return format->missing[channel];
  }
}

static double4 unpack(const pixel_block *block, const pixel_format *format) {
  double4 color;
  color.x = get_channel(block, format, 0);
  color.y = get_channel(block, format, 1);
  color.z = get_channel(block, format, 2);
  color.w = get_channel(block, format, 3);
  if (format->is_srgb) {
    color.x = from_srgb(color.x);
    color.y = from_srgb(color.y);
    color.z = from_srgb(color.z);
  }
  return color;
}

static ulong clamped_unsigned(double value, uint bits) {
  const double largest = (double)mask_of(bits);
  return value > 0 ? (value >= largest ? mask_of(bits) : (ulong)rint(value)) : 0;
}

static ulong clamped_signed(double value, uint bits) {
  const double largest = (double)mask_of(bits - 1);
  const double clamped = isnan(value) ? 0 : fmin(fmax(value, -largest - 1), largest);
  return (ulong)(long)rint(clamped) & mask_of(bits);
}

static void set_channel(pixel_block *block, const pixel_format *format, uint channel,
                        double value) {
  const uint bits = format->bits[channel];
  ulong packed = 0;
  switch (format->type[channel]) {
    case CHANNEL_UNORM:
      packed = clamped_unsigned(fmin(value, 1.0) * (double)mask_of(bits), bits);
      break;
    case CHANNEL_SNORM:
      packed = clamped_signed(fmin(fmax(value, -1.0), 1.0) * (double)mask_of(bits - 1), bits);
      break;
    case CHANNEL_USCALED:
    case CHANNEL_UINT:
      packed = clamped_unsigned(value, bits);
      break;
    case CHANNEL_SSCALED:
    case CHANNEL_SINT:
      packed = clamped_signed(value, bits);
      break;
    case CHANNEL_FLOAT:
      packed = to_float_bits(value, bits);
      break;
    case CHANNEL_FIXED:
      packed = clamped_signed(value * 65536.0, bits);
      break;
    default:
      return;
  }
  set_bits(block, format->offset[channel], bits, packed);
}

// Three mantissas of nine bits, and an exponent that fits the largest.
static void set_shared_exponent(pixel_block *block, double4 color) {
  const double largest_value = 65408.0;
  const double red = color.x > 0 ? fmin(color.x, largest_value) : 0;
  const double green = color.y > 0 ? fmin(color.y, largest_value) : 0;
  const double blue = color.z > 0 ? fmin(color.z, largest_value) : 0;
  const double largest = fmax(red, fmax(green, blue));
  int exponent = largest > 0 ? max(-16, ilogb(largest)) + 16 : 0;
  if (rint(ldexp(largest, 24 - exponent)) >= 512.0) {
    ++exponent;
  }
  set_bits(block, 0, 9, (ulong)rint(ldexp(red, 24 - exponent)));
  set_bits(block, 9, 9, (ulong)rint(ldexp(green, 24 - exponent)));
  set_bits(block, 18, 9, (ulong)rint(ldexp(blue, 24 - exponent)));
  set_bits(block, 27, 5, (ulong)exponent);
}

// Writes the channels of `mask`, one bit each, and leaves the others.
static void pack(pixel_block *block, const pixel_format *format, double4 color, uint mask) {
  if (format->is_srgb) {
    color.x = to_srgb(color.x);
    color.y = to_srgb(color.y);
    color.z = to_srgb(color.z);
  }
  if (format->type[0] == CHANNEL_SHARED_EXPONENT) {
    if ((mask & 7) != 0) {
      set_shared_exponent(block, color);
    }
    return;
  }
  const double values[4] = {color.x, color.y, color.z, color.w};
  // Of luminance and intensity formats, red is written last.
  for (uint channel = 4; channel > 0; --channel) {
    if ((mask >> (channel - 1) & 1) != 0 && format->type[channel - 1] != CHANNEL_NONE) {
      set_channel(block, format, channel - 1, values[channel - 1]);
    }
  }
}
