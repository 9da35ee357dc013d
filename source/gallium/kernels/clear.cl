// Clears: a value is packed once, and then written to every texel.

// A block to write, and the bits of it that are written.
typedef struct {
  pixel_block value;
  pixel_block mask;
} fill_value;

// What to pack: numbers of the format's type.
typedef struct {
  pixel_format format;
  // Bits of the channels that are written.
  uint channels;
  uint padding;
  double color[4];
} clear_value;

kernel void pack_value(global fill_value *packed, clear_value clear) {
  fill_value made;
  for (uint index = 0; index < MAX_BLOCK_BYTES; ++index) {
    made.value.bytes[index] = 0;
    made.mask.bytes[index] = 0;
  }
  const double4 color = (double4)(clear.color[0], clear.color[1], clear.color[2], clear.color[3]);
  pack(&made.value, &clear.format, color, clear.channels);
  for (uint channel = 0; channel < 4; ++channel) {
    if ((clear.channels >> channel & 1) != 0 && clear.format.type[channel] != CHANNEL_NONE) {
      set_bits(&made.mask, clear.format.offset[channel], clear.format.bits[channel], ~0ul);
    }
  }
  if (clear.format.type[0] == CHANNEL_SHARED_EXPONENT) {
    set_bits(&made.mask, 27, 5, 31);
  }
  *packed = made;
}

// Blocks of a resource.
typedef struct {
  ulong offset;
  ulong stride;
  ulong layer_stride;
  uint block_bytes;
  // Whether some bits are kept.
  uint keeps;
} fill_box;

// One work-item a block.
kernel void fill_blocks(global uchar *memory, global const fill_value *packed, fill_box box) {
  const ulong at = box.offset + get_global_id(2) * box.layer_stride +
                   get_global_id(1) * box.stride + get_global_id(0) * box.block_bytes;
  global uchar *to = memory + at;
  if (!box.keeps) {
    switch (box.block_bytes) {
      case 1:
        *to = packed->value.bytes[0];
        return;
      case 2:
        *(global ushort *)to = *(global const ushort *)packed->value.bytes;
        return;
      case 4:
        *(global uint *)to = *(global const uint *)packed->value.bytes;
        return;
      case 8:
        *(global ulong *)to = *(global const ulong *)packed->value.bytes;
        return;
    }
  }
  for (uint index = 0; index < box.block_bytes; ++index) {
    const uchar mask = box.keeps ? packed->mask.bytes[index] : (uchar)0xff;
    to[index] = (uchar)((to[index] & ~mask) | (packed->value.bytes[index] & mask));
  }
}
