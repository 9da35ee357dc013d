// Entry points of handles of textures and images: programs cannot use them yet, and the screen says
// so.

#include "gallium/context/call.h"

using namespace mux::gallium;

namespace {

[[noreturn]] void refuse(Context &) {
  fail(mux_error_feature_unsupported,
       "handles of textures and images are not supported: bindless_texture is false");
}

}  // namespace

mux_result_t muxGalliumCreateTextureHandle(mux_gallium_context_t context,
                                           mux_gallium_sampler_view_t view,
                                           mux_gallium_sampler_state_t state,
                                           uint64_t *out_handle) {
  return context_call("muxGalliumCreateTextureHandle", context, arguments(view, state, out_handle),
                      refuse);
}

mux_result_t muxGalliumDeleteTextureHandle(mux_gallium_context_t context, uint64_t handle) {
  return context_call("muxGalliumDeleteTextureHandle", context, arguments(handle), refuse);
}

mux_result_t muxGalliumMakeTextureHandleResident(mux_gallium_context_t context, uint64_t handle,
                                                 bool resident) {
  return context_call("muxGalliumMakeTextureHandleResident", context, arguments(handle, resident),
                      refuse);
}

mux_result_t muxGalliumCreateImageHandle(mux_gallium_context_t context,
                                         const mux_gallium_image_view_t *image,
                                         uint64_t *out_handle) {
  return context_call("muxGalliumCreateImageHandle", context, arguments(image, out_handle), refuse);
}

mux_result_t muxGalliumDeleteImageHandle(mux_gallium_context_t context, uint64_t handle) {
  return context_call("muxGalliumDeleteImageHandle", context, arguments(handle), refuse);
}

mux_result_t muxGalliumMakeImageHandleResident(mux_gallium_context_t context, uint64_t handle,
                                               uint32_t access, bool resident) {
  return context_call("muxGalliumMakeImageHandleResident", context,
                      arguments(handle, access, resident), refuse);
}
