#include "fixtures.h"

namespace gallium_test::get_transfer {

TEST_CASE("R14, R15 get_transfer: a transfer can be made, mapped and destroyed in steps") {
  Context context;
  const Resource buffer(buffer_of(64));
  context.write_all(buffer, std::vector<uint32_t>(16, 1));
  const Box box = bytes(8, 8);
  mux_gallium_transfer_t transfer = nullptr;
  succeed(muxGalliumGetTransfer(context, buffer, 0, mux_gallium_map_write, &box, &transfer));
  // Not mapped: nothing is written at its end.
  succeed(muxGalliumTransferDestroy(context, transfer));
  succeed(muxGalliumGetTransfer(context, buffer, 0, mux_gallium_map_write, &box, &transfer));
  void *data = nullptr;
  succeed(muxGalliumTransferMapExisting(context, transfer, &data));
  static_cast<uint32_t *>(data)[0] = 5;
  void *again = nullptr;
  refuse(muxGalliumTransferMapExisting(context, transfer, &again), mux_error_invalid_value,
         "mapped");
  succeed(muxGalliumTransferDestroy(context, transfer));
  CHECK(context.read_as<uint32_t>(buffer, 4, 3) == std::vector<uint32_t>{1, 5, 1});
}

}  // namespace gallium_test::get_transfer
