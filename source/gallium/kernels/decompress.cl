// Decodes a box of a compressed texture to floating-point numbers of 32 bits, or bytes that stand for
// numbers from 0 to 1, four a texel; a kernel for each family of formats.

typedef struct {
  // Of the level's first block.
  ulong offset;
  ulong stride;
  ulong layer_stride;
  // The first texel of the box.
  uint first[3];
  uint block_bytes;
  // The format, of decoder_kinds.h.
  uint kind;
  // Whether texels are stored as bytes.
  uint is_bytes;
  // Bytes before the first texel.
  ulong target;
} decompress_job;

static ulong2 load_compressed(global const uchar *memory, decompress_job job) {
  const ulong column = (job.first[0] + get_global_id(0)) / 4;
  const ulong row = (job.first[1] + get_global_id(1)) / 4;
  const ulong layer = job.first[2] + get_global_id(2);
  global const ulong *block =
      (global const ulong *)(memory + job.offset + layer * job.layer_stride + row * job.stride +
                             column * job.block_bytes);
  return (ulong2)(block[0], job.block_bytes == 16 ? block[1] : 0);
}

static void store_texel(global uchar *texels, decompress_job job, float4 texel) {
  const size_t row = get_global_id(2) * get_global_size(1) + get_global_id(1);
  const size_t place = row * get_global_size(0) + get_global_id(0);
  if (job.is_bytes != 0) {
    ((global uchar4 *)(texels + job.target))[place] = convert_uchar4_sat_rte(texel * 255.0f);
  } else {
    ((global float4 *)(texels + job.target))[place] = texel;
  }
}

kernel void decompress_s3tc(global const uchar *source, global uchar *texels,
                            decompress_job job) {
  const ulong2 block = load_compressed(source, job);
  const uint x = (job.first[0] + get_global_id(0)) & 3;
  const uint y = (job.first[1] + get_global_id(1)) & 3;
  switch (job.kind) {
    case s3tc_dxt1_rgb:
      return store_texel(texels, job, decode_dxt1_rgb(block, x, y));
    case s3tc_dxt1_rgba:
      return store_texel(texels, job, decode_dxt1_rgba(block, x, y));
    case s3tc_dxt3:
      return store_texel(texels, job, decode_dxt3(block, x, y));
    default:
      return store_texel(texels, job, decode_dxt5(block, x, y));
  }
}

kernel void decompress_rgtc(global const uchar *source, global uchar *texels,
                            decompress_job job) {
  const ulong2 block = load_compressed(source, job);
  const uint x = (job.first[0] + get_global_id(0)) & 3;
  const uint y = (job.first[1] + get_global_id(1)) & 3;
  switch (job.kind) {
    case rgtc1_unorm:
      return store_texel(texels, job, decode_rgtc1_unorm(block, x, y));
    case rgtc1_snorm:
      return store_texel(texels, job, decode_rgtc1_snorm(block, x, y));
    case rgtc2_unorm:
      return store_texel(texels, job, decode_rgtc2_unorm(block, x, y));
    case rgtc2_snorm:
      return store_texel(texels, job, decode_rgtc2_snorm(block, x, y));
    case latc1_unorm:
      return store_texel(texels, job, decode_latc1_unorm(block, x, y));
    case latc1_snorm:
      return store_texel(texels, job, decode_latc1_snorm(block, x, y));
    case latc2_unorm:
      return store_texel(texels, job, decode_latc2_unorm(block, x, y));
    default:
      return store_texel(texels, job, decode_latc2_snorm(block, x, y));
  }
}

kernel void decompress_etc(global const uchar *source, global uchar *texels, decompress_job job) {
  const ulong2 block = load_compressed(source, job);
  const uint x = (job.first[0] + get_global_id(0)) & 3;
  const uint y = (job.first[1] + get_global_id(1)) & 3;
  switch (job.kind) {
    case etc1:
      return store_texel(texels, job, decode_etc1(block, x, y));
    case etc2_rgb:
      return store_texel(texels, job, decode_etc2_rgb(block, x, y));
    case etc2_rgba1:
      return store_texel(texels, job, decode_etc2_rgba1(block, x, y));
    case etc2_rgba8:
      return store_texel(texels, job, decode_etc2_rgba8(block, x, y));
    case etc2_r11_unorm:
      return store_texel(texels, job, decode_etc2_r11_unorm(block, x, y));
    case etc2_r11_snorm:
      return store_texel(texels, job, decode_etc2_r11_snorm(block, x, y));
    case etc2_rg11_unorm:
      return store_texel(texels, job, decode_etc2_rg11_unorm(block, x, y));
    default:
      return store_texel(texels, job, decode_etc2_rg11_snorm(block, x, y));
  }
}

kernel void decompress_bptc(global const uchar *source, global uchar *texels,
                            decompress_job job) {
  const ulong2 block = load_compressed(source, job);
  const uint x = (job.first[0] + get_global_id(0)) & 3;
  const uint y = (job.first[1] + get_global_id(1)) & 3;
  switch (job.kind) {
    case bptc_unorm:
      return store_texel(texels, job, decode_bptc_unorm(block, x, y));
    case bptc_signed_float:
      return store_texel(texels, job, decode_bptc_float(block, x, y));
    default:
      return store_texel(texels, job, decode_bptc_ufloat(block, x, y));
  }
}
