// S3TC (DXT1, DXT3, DXT5) and RGTC, whose blocks are the alpha of DXT5.

static float3 s3tc_end(uint color) {
  return (float3)((float)(color >> 11) / 31.0f, (float)(color >> 5 & 63) / 63.0f,
                  (float)(color & 31) / 31.0f);
}

// Two colors and what is between them. If the first is not the larger number, a block of DXT1 has
// one color between them, and black with the alpha `black_alpha`.
static float4 s3tc_color(ulong colors, uint x, uint y, int is_dxt1, float black_alpha) {
  const uint first = (uint)(colors & 0xffff);
  const uint second = (uint)(colors >> 16 & 0xffff);
  const uint code = (uint)(colors >> (32 + 2 * (4 * y + x)) & 3);
  const float3 begin = s3tc_end(first);
  const float3 end = s3tc_end(second);
  const int has_black = is_dxt1 && first <= second;
  if (code < 2) {
    return (float4)(code == 0 ? begin : end, 1.0f);
  }
  if (!has_black) {
    const float3 near = code == 2 ? begin : end;
    const float3 far = code == 2 ? end : begin;
    return (float4)((near * 2.0f + far) / 3.0f, 1.0f);
  }
  return code == 2 ? (float4)((begin + end) / 2.0f, 1.0f) : (float4)(0.0f, 0.0f, 0.0f, black_alpha);
}

static float4 decode_dxt1_rgb(ulong2 block, uint x, uint y) {
  return s3tc_color(block.x, x, y, 1, 1.0f);
}

static float4 decode_dxt1_rgba(ulong2 block, uint x, uint y) {
  return s3tc_color(block.x, x, y, 1, 0.0f);
}

static float4 decode_dxt3(ulong2 block, uint x, uint y) {
  float4 color = s3tc_color(block.y, x, y, 0, 0.0f);
  color.w = (float)(block.x >> 4 * (4 * y + x) & 15) / 15.0f;
  return color;
}

// Two numbers and what is between them: six numbers, or four, and the least and the greatest one.
static float rgtc_value(ulong codes, uint x, uint y, int begin, int end, int least, int greatest) {
  const int code = (int)(codes >> (16 + 3 * (4 * y + x)) & 7);
  int weighted = code == 0 ? begin : end;
  int parts = 1;
  if (code > 1) {
    parts = begin > end ? 7 : 5;
    weighted = begin * (parts + 1 - code) + end * (code - 1);
    if (begin <= end && code > 5) {
      parts = 1;
      weighted = code == 6 ? least : greatest;
    }
  }
  return (float)weighted / (float)(parts * greatest);
}

static float rgtc_unorm(ulong block, uint x, uint y) {
  return rgtc_value(block, x, y, (int)(block & 255), (int)(block >> 8 & 255), 0, 255);
}

// The least byte stands for the same number as the one after it.
static float rgtc_snorm(ulong block, uint x, uint y) {
  const int begin = max(sign_extend((uint)block, 8), -127);
  const int end = max(sign_extend((uint)(block >> 8), 8), -127);
  return rgtc_value(block, x, y, begin, end, -127, 127);
}

static float4 decode_dxt5(ulong2 block, uint x, uint y) {
  float4 color = s3tc_color(block.y, x, y, 0, 0.0f);
  color.w = rgtc_unorm(block.x, x, y);
  return color;
}

static float4 decode_rgtc1_unorm(ulong2 block, uint x, uint y) {
  return (float4)(rgtc_unorm(block.x, x, y), 0.0f, 0.0f, 1.0f);
}

static float4 decode_rgtc1_snorm(ulong2 block, uint x, uint y) {
  return (float4)(rgtc_snorm(block.x, x, y), 0.0f, 0.0f, 1.0f);
}

static float4 decode_rgtc2_unorm(ulong2 block, uint x, uint y) {
  return (float4)(rgtc_unorm(block.x, x, y), rgtc_unorm(block.y, x, y), 0.0f, 1.0f);
}

static float4 decode_rgtc2_snorm(ulong2 block, uint x, uint y) {
  return (float4)(rgtc_snorm(block.x, x, y), rgtc_snorm(block.y, x, y), 0.0f, 1.0f);
}

// LATC has luminance, and alpha if there are two blocks.
static float4 decode_latc1_unorm(ulong2 block, uint x, uint y) {
  return (float4)((float3)(rgtc_unorm(block.x, x, y)), 1.0f);
}

static float4 decode_latc1_snorm(ulong2 block, uint x, uint y) {
  return (float4)((float3)(rgtc_snorm(block.x, x, y)), 1.0f);
}

static float4 decode_latc2_unorm(ulong2 block, uint x, uint y) {
  return (float4)((float3)(rgtc_unorm(block.x, x, y)), rgtc_unorm(block.y, x, y));
}

static float4 decode_latc2_snorm(ulong2 block, uint x, uint y) {
  return (float4)((float3)(rgtc_snorm(block.x, x, y)), rgtc_snorm(block.y, x, y));
}
