#include "fixtures.h"

namespace gallium_test::transfer_unmap {

TEST_CASE("R13 transfer_unmap: it destroys the transfer, and its storage reference") {
  Context context;
  mux_gallium_resource_t buffer = Resource(buffer_of(64)).release();
  const Box box = bytes(0, 4);
  mux_gallium_transfer_t transfer = nullptr;
  void *data = nullptr;
  succeed(muxGalliumTransferMap(context, buffer, 0, mux_gallium_map_write, &box, &transfer, &data));
  // The transfer keeps the resource.
  succeed(muxGalliumReleaseResource(buffer));
  *static_cast<uint32_t *>(data) = 1;
  succeed(muxGalliumTransferUnmap(context, transfer));
}

TEST_CASE("R03 transfer_unmap: a transfer of another context is refused") {
  Context one;
  Context other;
  const Resource buffer(buffer_of(64));
  const Box box = bytes(0, 4);
  mux_gallium_transfer_t transfer = nullptr;
  void *data = nullptr;
  succeed(muxGalliumTransferMap(one, buffer, 0, mux_gallium_map_write, &box, &transfer, &data));
  refuse(muxGalliumTransferUnmap(other, transfer), mux_error_invalid_value, "another context");
  succeed(muxGalliumTransferUnmap(one, transfer));
  refuse(muxGalliumTransferUnmap(one, nullptr), mux_error_invalid_value, "NULL");
}

}  // namespace gallium_test::transfer_unmap
