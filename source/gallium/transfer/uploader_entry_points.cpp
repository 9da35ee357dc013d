// Entry points of uploaders.

#include <cstring>

#include "gallium/context/call.h"

using namespace mux::gallium;

namespace {

constexpr uint32_t stream_bind = mux_gallium_bind_vertex_buffer | mux_gallium_bind_index_buffer |
                                 mux_gallium_bind_shader_buffer | mux_gallium_bind_command_args;

/// Returns an uploader of a context; makes it if there is none.
Uploader *uploader_of(Context &on, Ref<Uploader> UploaderPair::*which, uint32_t bind) {
  Ref<Uploader> &uploader = on.uploaders().*which;
  if (!uploader) {
    uploader = make_ref<Uploader>(on.screen(), bind);
  }
  return uploader.get();
}

}  // namespace

mux_result_t muxGalliumGetStreamUploader(mux_gallium_context_t context,
                                         mux_gallium_uploader_t *out_uploader) {
  return any_context_call("muxGalliumGetStreamUploader", context, arguments(out_uploader),
                          [&](Context &on) {
                            require_out(out_uploader, "out_uploader is NULL");
                            *out_uploader = uploader_of(on, &UploaderPair::stream, stream_bind);
                          });
}

mux_result_t muxGalliumGetConstUploader(mux_gallium_context_t context,
                                        mux_gallium_uploader_t *out_uploader) {
  return any_context_call(
      "muxGalliumGetConstUploader", context, arguments(out_uploader), [&](Context &on) {
        require_out(out_uploader, "out_uploader is NULL");
        *out_uploader = uploader_of(on, &UploaderPair::constants, mux_gallium_bind_constant_buffer);
      });
}

mux_result_t muxGalliumUploadAlloc(mux_gallium_uploader_t uploader, uint64_t min_offset,
                                   uint64_t size, uint64_t alignment, uint64_t *out_offset,
                                   mux_gallium_resource_t *out_resource, void **out_data) {
  return call("muxGalliumUploadAlloc",
              arguments(uploader, min_offset, size, alignment, out_offset, out_resource, out_data),
              [&] {
                Uploader &of = checked<Uploader>(uploader);
                require_out(out_offset, "out_offset is NULL");
                require_out(out_resource, "out_resource is NULL");
                require_out(out_data, "out_data is NULL");
                const Uploader::Part part = of.allocate(min_offset, size, alignment);
                part.resource->retain();
                *out_offset = part.offset;
                *out_resource = part.resource;
                *out_data = part.data;
              });
}

mux_result_t muxGalliumUploadData(mux_gallium_uploader_t uploader, uint64_t min_offset,
                                  uint64_t size, uint64_t alignment, const void *data,
                                  uint64_t *out_offset, mux_gallium_resource_t *out_resource) {
  return call("muxGalliumUploadData",
              arguments(uploader, min_offset, size, alignment, data, out_offset, out_resource),
              [&] {
                Uploader &of = checked<Uploader>(uploader);
                require_valid(data != nullptr, "the data is NULL");
                require_out(out_offset, "out_offset is NULL");
                require_out(out_resource, "out_resource is NULL");
                const Uploader::Part part = of.allocate(min_offset, size, alignment);
                std::memcpy(part.data, data, size);
                part.resource->retain();
                *out_offset = part.offset;
                *out_resource = part.resource;
              });
}

mux_result_t muxGalliumUploadUnmap(mux_gallium_uploader_t uploader) {
  // Mappings are persistent and coherent.
  return call("muxGalliumUploadUnmap", arguments(uploader), [&] { checked<Uploader>(uploader); });
}
