/// @file
/// The formats of the decoders in decompress.cl, each kernel's numbered from 0. For C++ and OpenCL
/// C.
#ifndef MUX_GALLIUM_KERNELS_DECODER_KINDS_H
#define MUX_GALLIUM_KERNELS_DECODER_KINDS_H

#ifdef __cplusplus
namespace mux::gallium {
#endif

enum { s3tc_dxt1_rgb, s3tc_dxt1_rgba, s3tc_dxt3, s3tc_dxt5 };

enum {
  rgtc1_unorm,
  rgtc1_snorm,
  rgtc2_unorm,
  rgtc2_snorm,
  latc1_unorm,
  latc1_snorm,
  latc2_unorm,
  latc2_snorm
};

enum {
  etc1,
  etc2_rgb,
  etc2_rgba1,
  etc2_rgba8,
  etc2_r11_unorm,
  etc2_r11_snorm,
  etc2_rg11_unorm,
  etc2_rg11_snorm
};

enum { bptc_unorm, bptc_signed_float, bptc_unsigned_float };

#ifdef __cplusplus
}  // namespace mux::gallium
#endif

#endif
