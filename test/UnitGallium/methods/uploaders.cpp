#include "fixtures.h"

namespace gallium_test::uploaders {

namespace {

struct Upload {
  mux_gallium_resource_t resource = nullptr;
  uint64_t offset = 0;
  void *data = nullptr;
};

Upload allocate(mux_gallium_uploader_t uploader, uint64_t min_offset, uint64_t size,
                uint64_t alignment) {
  Upload made;
  succeed(muxGalliumUploadAlloc(uploader, min_offset, size, alignment, &made.offset, &made.resource,
                                &made.data));
  return made;
}

}  // namespace

TEST_CASE("R51, R53, R54, R55, R56 stream_uploader: parts are distinct, aligned and usable") {
  Context context;
  mux_gallium_uploader_t uploader = nullptr;
  succeed(muxGalliumGetStreamUploader(context, &uploader));
  mux_gallium_uploader_t same = nullptr;
  succeed(muxGalliumGetStreamUploader(context, &same));
  CHECK(uploader == same);
  const Upload one = allocate(uploader, 0, 10, 4);
  std::memset(one.data, 1, 10);
  const Upload two = allocate(uploader, 0, 64, 256);
  std::memset(two.data, 2, 64);
  succeed(muxGalliumUploadUnmap(uploader));
  CHECK(two.offset % 256 == 0);
  CHECK(two.offset >= one.offset + 10);
  mux_gallium_resource_template_t description{};
  succeed(muxGalliumGetResourceInfo(one.resource, &description));
  CHECK(description.usage == mux_gallium_usage_stream);
  CHECK(context.read(one.resource, 0, bytes(static_cast<int32_t>(one.offset), 10)) ==
        std::vector<uint8_t>(10, 1));
  CHECK(context.read(two.resource, 0, bytes(static_cast<int32_t>(two.offset), 64)) ==
        std::vector<uint8_t>(64, 2));
  // After the unmap another batch begins, and the old parts keep their contents.
  const Upload large = allocate(uploader, 0, 3U << 20U, 16);
  std::memset(large.data, 3, 3U << 20U);
  CHECK(context.read(one.resource, 0, bytes(static_cast<int32_t>(one.offset), 10)) ==
        std::vector<uint8_t>(10, 1));
  for (const Upload &upload : {one, two, large}) {
    succeed(muxGalliumReleaseResource(upload.resource));
  }
}

TEST_CASE("R52, R57 const_uploader: constants are uploaded and bound") {
  Context context;
  mux_gallium_uploader_t uploader = nullptr;
  mux_gallium_uploader_t stream = nullptr;
  succeed(muxGalliumGetConstUploader(context, &uploader));
  succeed(muxGalliumGetStreamUploader(context, &stream));
  CHECK(uploader != stream);
  const uint32_t constants[] = {3, 4, 5, 6};
  uint64_t offset = 0;
  mux_gallium_resource_t resource = nullptr;
  succeed(muxGalliumUploadData(uploader, 100, sizeof constants, 16, constants, &offset, &resource));
  succeed(muxGalliumUploadUnmap(uploader));
  CHECK(offset >= 100);
  const Resource result(buffer_of(16));
  mux_gallium_compute_state_t program =
      compile(context,
              "kernel void copy(constant uint *const_1, global uint *buffer_0) {"
              "  buffer_0[get_global_id(0)] = const_1[get_global_id(0)]; }");
  const mux_gallium_constant_buffer_t bound = {resource, offset, sizeof constants, nullptr};
  succeed(muxGalliumSetConstantBuffer(context, mux_gallium_stage_compute, 1, &bound));
  bind_buffer(context, 0, result);
  run(context, program, 4);
  CHECK(context.read_as<uint32_t>(result, 0, 4) == std::vector<uint32_t>{3, 4, 5, 6});
  succeed(muxGalliumReleaseResource(resource));
}

TEST_CASE("uploaders: wrong sizes and alignments are refused") {
  Context context;
  mux_gallium_uploader_t uploader = nullptr;
  succeed(muxGalliumGetStreamUploader(context, &uploader));
  uint64_t offset = 0;
  mux_gallium_resource_t resource = nullptr;
  void *data = nullptr;
  refuse(muxGalliumUploadAlloc(uploader, 0, 0, 4, &offset, &resource, &data),
         mux_error_invalid_value, "size is 0");
  refuse(muxGalliumUploadAlloc(uploader, 0, 4, 3, &offset, &resource, &data),
         mux_error_invalid_value, "power of two");
  refuse(muxGalliumUploadData(uploader, 0, 4, 4, nullptr, &offset, &resource),
         mux_error_invalid_value, "NULL");
}

}  // namespace gallium_test::uploaders
