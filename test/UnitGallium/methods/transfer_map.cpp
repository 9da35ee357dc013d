#include "fixtures.h"

namespace gallium_test::transfer_map {

namespace {

struct Mapping {
  mux_gallium_transfer_t transfer;
  uint32_t *data;
};

Mapping map(mux_gallium_context_t context, mux_gallium_resource_t resource, uint32_t usage,
            const Box &box, uint32_t level = 0) {
  mux_gallium_transfer_t transfer = nullptr;
  void *data = nullptr;
  succeed(muxGalliumTransferMap(context, resource, level, usage, &box, &transfer, &data));
  REQUIRE(data != nullptr);
  return {transfer, static_cast<uint32_t *>(data)};
}

/// Fails with a code and a text, and returns no address.
void refuse_map(mux_gallium_context_t context, mux_gallium_resource_t resource, uint32_t usage,
                const Box &box, mux_result_t expected, std::string_view text) {
  auto *const before = reinterpret_cast<mux_gallium_transfer_t>(uintptr_t{64});
  mux_gallium_transfer_t transfer = before;
  int anything = 0;
  void *data = &anything;
  refuse(muxGalliumTransferMap(context, resource, 0, usage, &box, &transfer, &data), expected,
         text);
  CHECK(data == nullptr);
  CHECK(transfer == before);
}

constexpr uint32_t read_write = mux_gallium_map_read | mux_gallium_map_write;

/// Fills a buffer on the device, after what blocks the context.
void fill_later(mux_gallium_context_t context, mux_gallium_resource_t buffer, uint32_t value) {
  succeed(muxGalliumClearBuffer(context, buffer, 0, 64, &value, 4));
}

}  // namespace

TEST_CASE("R10, R11 transfer_map: one call maps, from the first byte of the box") {
  Context context;
  const Resource buffer(buffer_of(64));
  context.write_all<uint32_t>(buffer, {0, 1, 2, 3, 4, 5, 6, 7});
  const Mapping mapping = map(context, buffer, mux_gallium_map_read, bytes(12, 8));
  CHECK(mapping.data[0] == 3);
  CHECK(mapping.data[1] == 4);
  mux_gallium_transfer_info_t info{};
  succeed(muxGalliumGetTransferInfo(mapping.transfer, &info));
  CHECK(info.resource == buffer);
  CHECK(info.box.x == 12);
  CHECK(info.usage == mux_gallium_map_read);
  succeed(muxGalliumTransferUnmap(context, mapping.transfer));
}

TEST_CASE("R10 transfer_map: mappings of one resource may overlap") {
  Context context;
  const Resource buffer(buffer_of(64));
  context.write_all<uint32_t>(buffer, {1, 2, 3, 4});
  const Mapping one = map(context, buffer, read_write, bytes(0, 16));
  const Mapping other = map(context, buffer, read_write, bytes(4, 8));
  other.data[0] = 20;
  succeed(muxGalliumTransferUnmap(context, one.transfer));
  succeed(muxGalliumTransferUnmap(context, other.transfer));
  CHECK(context.read_as<uint32_t>(buffer, 0, 4) == std::vector<uint32_t>{1, 20, 3, 4});
}

TEST_CASE("R12 transfer_map: a failure returns NULL and leaves the transfer as it was") {
  Context context;
  const Resource buffer(buffer_of(64));
  refuse_map(context, buffer, mux_gallium_map_read, bytes(60, 8), mux_error_invalid_value,
             "outside");
  refuse_map(context, buffer, mux_gallium_map_read, bytes(0, 0), mux_error_invalid_value, "empty");
  refuse_map(context, buffer, mux_gallium_map_read, bytes(-4, 8), mux_error_invalid_value,
             "outside");
  refuse_map(context, buffer, 0, bytes(0, 8), mux_error_invalid_value, "neither");
  refuse_map(context, buffer, 1U << 14U, bytes(0, 8), mux_error_invalid_value, "unknown");
  refuse_map(context, nullptr, mux_gallium_map_read, bytes(0, 8), mux_error_invalid_value, "NULL");
}

TEST_CASE("R26 transfer_map: a mapping for reading shows what earlier commands wrote") {
  Context context;
  const Resource buffer(buffer_of(64));
  fill_later(context, buffer, 77);
  CHECK(context.read_as<uint32_t>(buffer, 0, 16) == std::vector<uint32_t>(16, 77));
}

TEST_CASE("R27 transfer_map: what is written reaches the device at the end of the mapping") {
  Context context;
  const Resource buffer(buffer_of(64));
  const Resource copy(buffer_of(64));
  const Mapping mapping = map(context, buffer, mux_gallium_map_write, bytes(0, 64));
  for (uint32_t index = 0; index < 16; ++index) {
    mapping.data[index] = index * index;
  }
  succeed(muxGalliumTransferUnmap(context, mapping.transfer));
  const Box all = bytes(0, 64);
  succeed(muxGalliumResourceCopyRegion(context, copy, 0, 0, 0, 0, buffer, 0, &all));
  CHECK(context.read_as<uint32_t>(copy, 0, 16)[15] == 225);
}

TEST_CASE("R27 transfer_map: a mapping for writing waits for commands that read") {
  Context context;
  const Resource buffer(buffer_of(64));
  const Resource copy(buffer_of(64));
  context.write_all(buffer, std::vector<uint32_t>(16, 1));
  Blockade blockade(context);
  const Box all = bytes(0, 64);
  succeed(muxGalliumResourceCopyRegion(context, copy, 0, 0, 0, 0, buffer, 0, &all));
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    blockade.release();
  });
  const Mapping mapping = map(context, buffer, mux_gallium_map_write, all);
  std::fill_n(mapping.data, 16, 2U);
  later.join();
  succeed(muxGalliumTransferUnmap(context, mapping.transfer));
  CHECK(context.read_as<uint32_t>(copy, 0, 16) == std::vector<uint32_t>(16, 1));
}

TEST_CASE("R28 transfer_map: a direct mapping is the resource's memory, and waits") {
  Context context;
  const Resource buffer(buffer_of(64));
  Blockade blockade(context);
  fill_later(context, buffer, 5);
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    blockade.release();
  });
  const Mapping direct =
      map(context, buffer,
          mux_gallium_map_write | mux_gallium_map_directly | mux_gallium_map_discard_range,
          bytes(0, 64));
  later.join();
  // Its own memory shows what the commands wrote.
  CHECK(direct.data[15] == 5);
  direct.data[0] = 6;
  // Written at once: another mapping sees it before this one ends.
  CHECK(context.read_as<uint32_t>(buffer, 0, 1)[0] == 6);
  succeed(muxGalliumTransferUnmap(context, direct.transfer));
}

TEST_CASE("R29 transfer_map: discarding a busy range does not wait, and keeps what is outside") {
  Context context;
  const Resource buffer(buffer_of(64));
  Blockade blockade(context);
  fill_later(context, buffer, 3);
  const Mapping mapping =
      map(context, buffer, mux_gallium_map_write | mux_gallium_map_discard_range, bytes(16, 8));
  mapping.data[0] = 10;
  mapping.data[1] = 11;
  succeed(muxGalliumTransferUnmap(context, mapping.transfer));
  blockade.release();
  std::vector<uint32_t> expected(16, 3);
  expected[4] = 10;
  expected[5] = 11;
  CHECK(context.read_as<uint32_t>(buffer, 0, 16) == expected);
}

TEST_CASE("R30 transfer_map: discarding a busy resource does not wait") {
  Context context;
  const Resource buffer(buffer_of(64));
  const Resource copy(buffer_of(64));
  context.write_all(buffer, std::vector<uint32_t>(16, 1));
  Blockade blockade(context);
  const Box all = bytes(0, 64);
  succeed(muxGalliumResourceCopyRegion(context, copy, 0, 0, 0, 0, buffer, 0, &all));
  const Mapping mapping =
      map(context, buffer, mux_gallium_map_write | mux_gallium_map_discard_whole_resource, all);
  std::fill_n(mapping.data, 16, 2U);
  succeed(muxGalliumTransferUnmap(context, mapping.transfer));
  blockade.release();
  // The command that was pending read the old contents.
  CHECK(context.read_as<uint32_t>(copy, 0, 16) == std::vector<uint32_t>(16, 1));
  CHECK(context.read_as<uint32_t>(buffer, 0, 16) == std::vector<uint32_t>(16, 2));
}

TEST_CASE("R31 transfer_map: dontblock fails rather than waits") {
  Context context;
  const Resource buffer(buffer_of(64));
  Blockade blockade(context);
  fill_later(context, buffer, 3);
  refuse_map(context, buffer, mux_gallium_map_read | mux_gallium_map_dontblock, bytes(0, 64),
             mux_fence_not_ready, "wait");
  refuse_map(context, buffer, mux_gallium_map_write | mux_gallium_map_dontblock, bytes(0, 64),
             mux_fence_not_ready, "wait");
  blockade.release();
  context.finish();
  const Mapping mapping =
      map(context, buffer, mux_gallium_map_read | mux_gallium_map_dontblock, bytes(0, 64));
  CHECK(mapping.data[3] == 3);
  succeed(muxGalliumTransferUnmap(context, mapping.transfer));
}

TEST_CASE("R32 transfer_map: an unsynchronized mapping does not wait") {
  Context context;
  const Resource buffer(buffer_of(128));
  Blockade blockade(context);
  fill_later(context, buffer, 3);
  const Mapping mapping =
      map(context, buffer, mux_gallium_map_write | mux_gallium_map_unsynchronized, bytes(64, 64));
  mapping.data[0] = 8;
  succeed(muxGalliumTransferUnmap(context, mapping.transfer));
  blockade.release();
  CHECK(context.read_as<uint32_t>(buffer, 60, 2) == std::vector<uint32_t>{3, 8});
}

TEST_CASE("R34, R36 transfer_map: the device uses a resource while it is mapped persistently") {
  Context context;
  const Resource buffer(buffer_of(64, mux_gallium_resource_flag_map_persistent));
  const Resource copy(buffer_of(64));
  const Box all = bytes(0, 64);
  const Mapping mapping = map(context, buffer, read_write | mux_gallium_map_persistent, all);
  std::fill_n(mapping.data, 16, 4U);
  succeed(muxGalliumMemoryBarrier(context, mux_gallium_barrier_mapped_buffer));
  succeed(muxGalliumResourceCopyRegion(context, copy, 0, 0, 0, 0, buffer, 0, &all));
  CHECK(context.read_as<uint32_t>(copy, 0, 16) == std::vector<uint32_t>(16, 4));
  fill_later(context, buffer, 9);
  succeed(muxGalliumMemoryBarrier(context, mux_gallium_barrier_mapped_buffer));
  context.finish();
  CHECK(mapping.data[15] == 9);
  succeed(muxGalliumTransferUnmap(context, mapping.transfer));
}

TEST_CASE("R34 transfer_map: a persistent mapping stays the memory when contents are discarded") {
  Context context;
  const Resource buffer(buffer_of(64, mux_gallium_resource_flag_map_persistent));
  const Mapping kept = map(context, buffer, read_write | mux_gallium_map_persistent, bytes(0, 64));
  Blockade blockade(context);
  fill_later(context, buffer, 1);
  const Mapping discarding =
      map(context, buffer, mux_gallium_map_write | mux_gallium_map_discard_whole_resource,
          bytes(0, 64));
  std::fill_n(discarding.data, 16, 2U);
  succeed(muxGalliumTransferUnmap(context, discarding.transfer));
  blockade.release();
  context.finish();
  CHECK(kept.data[0] == 2);
  succeed(muxGalliumTransferUnmap(context, kept.transfer));
}

TEST_CASE("R35, R38 transfer_map: persistent and coherent need flags of the resource") {
  Context context;
  const Resource plain(buffer_of(64));
  const Resource persistent(buffer_of(64, mux_gallium_resource_flag_map_persistent));
  refuse_map(context, plain, mux_gallium_map_write | mux_gallium_map_persistent, bytes(0, 4),
             mux_error_invalid_value, "persistent");
  refuse_map(context, persistent,
             mux_gallium_map_write | mux_gallium_map_persistent | mux_gallium_map_coherent,
             bytes(0, 4), mux_error_invalid_value, "coherent");
  refuse_map(context, persistent, mux_gallium_map_write | mux_gallium_map_coherent, bytes(0, 4),
             mux_error_invalid_value, "must be persistent");
}

TEST_CASE("R37 transfer_map: a coherent mapping needs no barrier") {
  Context context;
  const Resource buffer(buffer_of(
      64, mux_gallium_resource_flag_map_persistent | mux_gallium_resource_flag_map_coherent));
  const Mapping mapping =
      map(context, buffer, read_write | mux_gallium_map_persistent | mux_gallium_map_coherent,
          bytes(0, 64));
  mapping.data[0] = 40;
  mux_gallium_compute_state_t add =
      compile(context, "kernel void add(global uint *buffer_0) { buffer_0[1] = buffer_0[0] + 2; }");
  bind_buffer(context, 0, buffer);
  run(context, add, 1);
  context.finish();
  CHECK(mapping.data[1] == 42);
  succeed(muxGalliumTransferUnmap(context, mapping.transfer));
}

TEST_CASE("R39, R40, R41, R42 transfer_map: reading excludes flags that lose or skip contents") {
  Context context;
  const Resource buffer(buffer_of(64));
  for (const uint32_t flag : {mux_gallium_map_discard_range, mux_gallium_map_discard_whole_resource,
                              mux_gallium_map_unsynchronized, mux_gallium_map_flush_explicit}) {
    refuse_map(context, buffer, read_write | flag, bytes(0, 8), mux_error_invalid_value,
               "for reading cannot");
  }
}

TEST_CASE("R25 transfer_map: the old names of the flags are the new ones") {
  STATIC_REQUIRE(uint32_t{mux_gallium_transfer_read} == uint32_t{mux_gallium_map_read});
  Context context;
  const Resource buffer(buffer_of(64));
  const Mapping written =
      map(context, buffer,
          mux_gallium_transfer_write | mux_gallium_transfer_map_directly |
              mux_gallium_transfer_discard_range | mux_gallium_transfer_unsynchronized |
              mux_gallium_transfer_dontblock | mux_gallium_transfer_discard_whole_resource,
          bytes(0, 4));
  written.data[0] = 12;
  succeed(muxGalliumTransferUnmap(context, written.transfer));
  const Mapping read = map(context, buffer, mux_gallium_transfer_read, bytes(0, 4));
  CHECK(read.data[0] == 12);
  succeed(muxGalliumTransferUnmap(context, read.transfer));
}

TEST_CASE("R05 transfer_map: a mapping does not wait for what another context has not flushed") {
  Context one;
  Context other;
  const Resource buffer(buffer_of(128));
  Blockade blockade(one);
  fill_later(one, buffer, 3);
  // Only the second half, which the other context does not use.
  const Mapping mapping = map(other, buffer, mux_gallium_map_write, bytes(64, 64));
  mapping.data[0] = 5;
  succeed(muxGalliumTransferUnmap(other, mapping.transfer));
  blockade.release();
  one.finish();
  CHECK(one.read_as<uint32_t>(buffer, 60, 2) == std::vector<uint32_t>{3, 5});
}

TEST_CASE("R06 transfer_map: another context sees what was written after unmap and flush") {
  Context one;
  Context other;
  const Resource buffer(buffer_of(64));
  const Resource copy(buffer_of(64));
  Blockade blockade(one);
  fill_later(one, buffer, 3);
  // The range is busy, so this is a command that runs after the blockade.
  const Mapping mapping =
      map(one, buffer, mux_gallium_map_write | mux_gallium_map_discard_range, bytes(0, 32));
  std::fill_n(mapping.data, 8, 6U);
  succeed(muxGalliumTransferUnmap(one, mapping.transfer));
  succeed(muxGalliumFlush(one, 0, nullptr));
  const Box all = bytes(0, 64);
  succeed(muxGalliumResourceCopyRegion(other, copy, 0, 0, 0, 0, buffer, 0, &all));
  blockade.release();
  std::vector<uint32_t> expected(16, 3);
  std::fill_n(expected.begin(), 8, 6U);
  CHECK(other.read_as<uint32_t>(copy, 0, 16) == expected);
}

TEST_CASE(
    "R07, R08, R09 transfer_map: persistent and direct writes need no flush for other contexts") {
  Context one;
  Context other;
  const Resource buffer(buffer_of(
      64, mux_gallium_resource_flag_map_persistent | mux_gallium_resource_flag_map_coherent));
  const uint32_t persistent = mux_gallium_map_write | mux_gallium_map_persistent;
  const Mapping coherent = map(one, buffer, persistent | mux_gallium_map_coherent, bytes(0, 4));
  coherent.data[0] = 1;
  const Mapping barrier = map(one, buffer, persistent, bytes(4, 4));
  barrier.data[0] = 2;
  succeed(muxGalliumMemoryBarrier(one, mux_gallium_barrier_mapped_buffer));
  const Mapping direct =
      map(one, buffer, mux_gallium_map_write | mux_gallium_map_directly, bytes(8, 4));
  direct.data[0] = 3;
  succeed(muxGalliumTransferUnmap(one, direct.transfer));
  CHECK(other.read_as<uint32_t>(buffer, 0, 3) == std::vector<uint32_t>{1, 2, 3});
  succeed(muxGalliumTransferUnmap(one, coherent.transfer));
  succeed(muxGalliumTransferUnmap(one, barrier.transfer));
}

namespace {

/// A texture whose texel at x, y, z of level 1 is a number of its own.
struct Numbered {
  Numbered(Context &context, const mux_gallium_resource_template_t &description)
      : texture(description) {
    succeed(muxGalliumGetResourceLayout(texture, 1, &layout));
    std::vector<uint32_t> texels(layout.size / 4);
    for (size_t index = 0; index < texels.size(); ++index) {
      texels[index] = static_cast<uint32_t>(index);
    }
    const Box all = {0,
                     0,
                     0,
                     static_cast<int32_t>(layout.width),
                     static_cast<int32_t>(layout.height),
                     static_cast<int32_t>(layout.layers)};
    succeed(muxGalliumTextureSubdata(context, texture, 1, 0, &all, texels.data(), layout.stride,
                                     layout.layer_stride));
  }
  uint32_t at(int32_t x, int32_t y, int32_t z) const {
    return static_cast<uint32_t>(x) +
           layout.width * (static_cast<uint32_t>(y) + layout.height * static_cast<uint32_t>(z));
  }
  /// Reads a box through a mapping and compares every texel.
  void check(Context &context, const Box &box) const {
    const std::vector<uint8_t> raw = context.read(texture, 1, box);
    std::vector<uint32_t> expected;
    for (int32_t z = 0; z < box.depth; ++z) {
      for (int32_t y = 0; y < box.height; ++y) {
        for (int32_t x = 0; x < box.width; ++x) {
          expected.push_back(at(box.x + x, box.y + y, box.z + z));
        }
      }
    }
    std::vector<uint32_t> texels(expected.size());
    REQUIRE(raw.size() == texels.size() * 4);
    std::memcpy(texels.data(), raw.data(), raw.size());
    CHECK(texels == expected);
  }

  Resource texture;
  mux_gallium_resource_layout_t layout{};
};

}  // namespace

TEST_CASE("R21 transfer_map: a box is a region of the level in pixels") {
  Context context;
  constexpr auto format = mux_gallium_format_r32_uint;
  const Numbered one(context, texture_of(mux_gallium_target_texture_1d, format, 32, 1, 1, 2));
  one.check(context, {3, 0, 0, 7, 1, 1});
  const Numbered two(context, texture_of(mux_gallium_target_texture_2d, format, 32, 20, 1, 2));
  two.check(context, {3, 2, 0, 7, 5, 1});
  const Numbered three(context, texture_of(mux_gallium_target_texture_3d, format, 16, 12, 10, 2));
  three.check(context, {1, 2, 1, 4, 3, 4});
}

TEST_CASE("R22 transfer_map: z and depth select layers of arrays") {
  Context context;
  constexpr auto format = mux_gallium_format_r32_uint;
  const Numbered one(context, texture_of(mux_gallium_target_texture_1d_array, format, 32, 1, 5, 2));
  one.check(context, {3, 0, 1, 7, 1, 3});
  const Numbered two(context, texture_of(mux_gallium_target_texture_2d_array, format, 16, 8, 5, 2));
  two.check(context, {1, 2, 2, 4, 2, 3});
}

TEST_CASE("R23, R24 transfer_map: z and depth select faces of cubes") {
  Context context;
  constexpr auto format = mux_gallium_format_r32_uint;
  const Numbered cube(context, texture_of(mux_gallium_target_texture_cube, format, 8, 8, 6, 2));
  cube.check(context, {1, 1, 4, 2, 3, 2});
  const Box beyond = {0, 0, 5, 1, 1, 2};
  refuse_map(context, cube.texture, mux_gallium_map_read, beyond, mux_error_invalid_value,
             "outside");
  // Face 2 of the second cube.
  const Numbered cubes(context,
                       texture_of(mux_gallium_target_texture_cube_array, format, 8, 8, 12, 2));
  cubes.check(context, {0, 0, 1 * 6 + 2, 4, 4, 1});
}

}  // namespace gallium_test::transfer_map
