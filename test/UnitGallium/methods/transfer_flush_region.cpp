#include "fixtures.h"

namespace gallium_test::transfer_flush_region {

namespace {

constexpr uint32_t flushed =
    mux_gallium_map_write | mux_gallium_map_flush_explicit | mux_gallium_map_discard_range;

}  // namespace

TEST_CASE(
    "R19, R20, R33 transfer_flush_region: only flushed ranges of the mapped range are written") {
  Context context;
  const Resource buffer(buffer_of(64));
  Blockade blockade(context);
  constexpr uint32_t three = 3;
  succeed(muxGalliumClearBuffer(context, buffer, 0, 64, &three, 4));
  const Box box = bytes(16, 32);
  mux_gallium_transfer_t transfer = nullptr;
  void *data = nullptr;
  succeed(muxGalliumTransferMap(context, buffer, 0, flushed, &box, &transfer, &data));
  std::fill_n(static_cast<uint32_t *>(data), 8, 9U);
  // Counted from the mapped range: bytes 24 to 31 of the buffer.
  const Box range = bytes(8, 8);
  succeed(muxGalliumTransferFlushRegion(context, transfer, &range));
  succeed(muxGalliumTransferUnmap(context, transfer));
  blockade.release();
  std::vector<uint32_t> expected(16, 3);
  expected[6] = 9;
  expected[7] = 9;
  CHECK(context.read_as<uint32_t>(buffer, 0, 16) == expected);
}

TEST_CASE("R19 transfer_flush_region: a range of a texture's box") {
  Context context;
  const Resource texture(
      texture_of(mux_gallium_target_texture_2d_array, mux_gallium_format_r32_uint, 8, 8, 4));
  Blockade blockade(context);
  const Box all = {0, 0, 0, 8, 8, 4};
  const std::vector<uint32_t> zeros(256, 0);
  succeed(muxGalliumTextureSubdata(context, texture, 0, 0, &all, zeros.data(), 32, 256));
  const Box touched = {0, 0, 0, 8, 8, 4};
  const Resource copy(
      texture_of(mux_gallium_target_texture_2d_array, mux_gallium_format_r32_uint, 8, 8, 4));
  succeed(muxGalliumResourceCopyRegion(context, copy, 0, 0, 0, 0, texture, 0, &touched));
  const Box box = {2, 2, 1, 4, 4, 2};
  mux_gallium_transfer_t transfer = nullptr;
  void *data = nullptr;
  succeed(muxGalliumTransferMap(context, texture, 0, flushed, &box, &transfer, &data));
  mux_gallium_transfer_info_t info{};
  succeed(muxGalliumGetTransferInfo(transfer, &info));
  CHECK(info.stride == 16);
  for (uint32_t index = 0; index < 32; ++index) {
    static_cast<uint32_t *>(data)[index] = 100 + index;
  }
  const Box range = {1, 2, 1, 2, 1, 1};
  succeed(muxGalliumTransferFlushRegion(context, transfer, &range));
  succeed(muxGalliumTransferUnmap(context, transfer));
  blockade.release();
  std::vector<uint8_t> raw = context.read(texture, 0, all);
  std::vector<uint32_t> texels(256);
  std::memcpy(texels.data(), raw.data(), raw.size());
  std::vector<uint32_t> expected(256, 0);
  expected[2 * 64 + 4 * 8 + 3] = 100 + 16 + 8 + 1;
  expected[2 * 64 + 4 * 8 + 4] = 100 + 16 + 8 + 2;
  CHECK(texels == expected);
}

TEST_CASE("transfer_flush_region: wrong calls are refused") {
  Context context;
  const Resource buffer(buffer_of(64));
  const Box box = bytes(16, 32);
  mux_gallium_transfer_t transfer = nullptr;
  void *data = nullptr;
  succeed(muxGalliumTransferMap(context, buffer, 0, mux_gallium_map_write, &box, &transfer, &data));
  const Box range = bytes(0, 8);
  refuse(muxGalliumTransferFlushRegion(context, transfer, &range), mux_error_invalid_value,
         "flushed explicitly");
  succeed(muxGalliumTransferUnmap(context, transfer));
  succeed(muxGalliumTransferMap(context, buffer, 0, flushed, &box, &transfer, &data));
  const Box beyond = bytes(28, 8);
  refuse(muxGalliumTransferFlushRegion(context, transfer, &beyond), mux_error_invalid_value,
         "outside");
  succeed(muxGalliumTransferUnmap(context, transfer));
}

}  // namespace gallium_test::transfer_flush_region
