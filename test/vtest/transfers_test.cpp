// Data on its way between shared memory and resources.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <numeric>

#include "client.h"

namespace {

using namespace mux::vtest::stream;
using mux::test::ClientResource;
using mux::test::Submission;
using mux::test::TestClient;
using mux::test::TestServer;
using mux::vtest::MessageId;
using mux::vtest::ResourceCreate;

constexpr uint32_t r8g8b8a8_unorm = 67;
constexpr uint32_t texture_2d = 2;
constexpr uint32_t sampler_view = 1 << 3;
constexpr uint32_t render_target = 1 << 1;
constexpr uint32_t staging = 1 << 19;

Transfer3d transfer_of(uint32_t resource, const Box &box, uint32_t offset) {
  Transfer3d transfer;
  transfer.resource.handle = resource;
  transfer.box = box;
  transfer.data_offset = offset;
  transfer.direction = Transfer3d::to_resource;
  return transfer;
}

void count_up(std::span<uint32_t> words) {
  std::iota(words.begin(), words.end(), 1000U);
}

bool counts_up(std::span<const uint32_t> words) {
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] != 1000 + i) {
      return false;
    }
  }
  return true;
}

/// A client after its first messages.
struct Connected {
  TestServer server;
  TestClient client{server.socket_path()};
  mux::vtest::CapsV2 caps = client.shake_hands();
};

}  // namespace

TEST_CASE("what TRANSFER3D writes to a buffer is read back") {
  Connected test;
  const ClientResource buffer = test.client.create_buffer(1, 4096);
  count_up(buffer.as<uint32_t>());
  test.client.submit(Submission().write_buffer(1, 4096).words());
  CHECK_FALSE(test.client.is_busy(1, true));
  std::ranges::fill(buffer.memory.bytes(), std::byte{0});
  test.client.read_back(1, 4096);
  CHECK(counts_up(buffer.as<uint32_t>()));
}

TEST_CASE("TRANSFER_PUT2 writes a box of a level") {
  Connected test;
  const ClientResource buffer = test.client.create_buffer(1, 64);
  count_up(buffer.as<uint32_t>());
  test.client.send(MessageId::transfer_put2, {1, 0, 16, 0, 0, 32, 1, 1, 32, 16});
  CHECK_FALSE(test.client.is_busy(1, true));
  std::ranges::fill(buffer.as<uint32_t>(), 7U);
  test.client.read_back(1, 64);
  const auto words = buffer.as<uint32_t>();
  // Buffers begin as zeros.
  CHECK(words[3] == 0);
  CHECK(words[4] == 1004);
  CHECK(words[11] == 1011);
  CHECK(words[12] == 0);
}

TEST_CASE("a box of a texture has the strides of its level") {
  Connected test;
  // Levels of 8 x 8 and 4 x 4 pixels, two layers.
  constexpr uint32_t texture_2d_array = 7;
  constexpr uint32_t bytes = (64 + 16) * 2 * 4;
  const ClientResource texture = test.client.create(
      {1, texture_2d_array, r8g8b8a8_unorm, sampler_view, 8, 8, 1, 2, 1, 0, bytes});
  const auto words = texture.as<uint32_t>();
  count_up(words);
  // All of level 0, then a box of level 1 in layer 1.
  Transfer3d level_1 = transfer_of(1, {1, 2, 1, 2, 2, 1}, (128 + 16 + 2 * 4 + 1) * 4);
  level_1.level = 1;
  test.client.submit(
      Submission().add(43, transfer_of(1, {0, 0, 0, 8, 8, 2}, 0)).add(43, level_1).words());
  CHECK_FALSE(test.client.is_busy(1, true));
  std::ranges::fill(words, 7U);
  test.client.read_back({1, 0, 0, 0, 0, 8, 8, 2, 0, 0});
  CHECK(counts_up(words.first(128)));
  test.client.read_back({1, 1, 1, 2, 1, 2, 2, 1, 0, (128 + 16 + 2 * 4 + 1) * 4});
  CHECK(words[128 + 16 + 2 * 4] == 7);
  CHECK(words[128 + 16 + 2 * 4 + 1] == 1000 + 128 + 16 + 2 * 4 + 1);
  CHECK(words[128 + 16 + 3 * 4 + 2] == 1000 + 128 + 16 + 3 * 4 + 2);
  CHECK(words[128 + 16 + 3 * 4 + 3] == 7);
}

TEST_CASE("COPY_TRANSFER3D reads from a staging buffer's memory") {
  Connected test;
  const ClientResource buffer = test.client.create_buffer(1, 64);
  const ClientResource source = test.client.create_buffer(2, 256, staging);
  count_up(source.as<uint32_t>());
  CopyTransfer3d copy;
  copy.resource.handle = 1;
  copy.stride = 64;
  copy.layer_stride = 64;
  copy.box = {0, 0, 0, 64, 1, 1};
  copy.source.handle = 2;
  copy.source_offset = 128;
  copy.synchronized = true;
  test.client.submit(Submission().add(45, copy).words());
  test.client.read_back(1, 64);
  CHECK(buffer.as<uint32_t>()[0] == 1032);
  CHECK(buffer.as<uint32_t>()[15] == 1047);
}

TEST_CASE("RESOURCE_INLINE_WRITE takes its data from the command") {
  Connected test;
  const ClientResource texture =
      test.client.create({1, texture_2d, r8g8b8a8_unorm, sampler_view, 4, 4, 1, 1, 0, 0, 64});
  const std::vector<uint32_t> data{1, 2, 3, 4};
  InlineWrite write;
  write.resource.handle = 1;
  write.box = {1, 1, 0, 2, 2, 1};
  write.data = data;
  test.client.submit(Submission().add(9, write).words());
  test.client.read_back({1, 0, 0, 0, 0, 4, 4, 1, 0, 0});
  CHECK(texture.as<uint32_t>()[5] == 1);
  CHECK(texture.as<uint32_t>()[6] == 2);
  CHECK(texture.as<uint32_t>()[9] == 3);
  CHECK(texture.as<uint32_t>()[10] == 4);
  // Not enough data: nothing is written.
  write.box = {0, 0, 0, 4, 2, 1};
  test.client.submit(Submission().add(9, write).words());
  test.client.read_back({1, 0, 0, 0, 0, 4, 4, 1, 0, 0});
  CHECK(texture.as<uint32_t>()[5] == 1);
}

TEST_CASE("RESOURCE_COPY_REGION copies between buffers, in the order of the stream") {
  Connected test;
  const ClientResource source = test.client.create_buffer(1, 64);
  const ClientResource destination = test.client.create_buffer(2, 64);
  count_up(source.as<uint32_t>());
  CopyRegion copy;
  copy.destination.handle = 2;
  copy.x = 8;
  copy.source.handle = 1;
  copy.source_box = {0, 0, 0, 16, 1, 1};
  // Another sub-context reads what this one writes.
  test.client.submit(Submission(1).write_buffer(1, 64).words());
  test.client.submit(Submission(2).add(17, copy).words());
  test.client.read_back(2, 64);
  const auto words = destination.as<uint32_t>();
  CHECK(words[1] == 0);
  CHECK(words[2] == 1000);
  CHECK(words[5] == 1003);
  CHECK(words[6] == 0);
}

TEST_CASE("boxes, levels and offsets out of range have no effect") {
  Connected test;
  const ClientResource buffer = test.client.create_buffer(1, 64);
  const ClientResource texture =
      test.client.create({2, texture_2d, r8g8b8a8_unorm, sampler_view, 4, 4, 1, 1, 0, 0, 64});
  // Memory that is smaller than the resource.
  test.client.create({3, texture_2d, r8g8b8a8_unorm, sampler_view, 64, 64, 1, 1, 0, 0, 16});
  std::ranges::fill(buffer.as<uint32_t>(), 7U);
  const std::vector<Box> boxes{{0, 0, 0, 65, 1, 1},
                               {1, 0, 0, 64, 1, 1},
                               {-1, 0, 0, 2, 1, 1},
                               {0, 0, 0, 0, 1, 1},
                               {0, 0, 0, -4, 1, 1},
                               {0, 1, 0, 4, 1, 1},
                               {0, 0, 1, 4, 1, 1},
                               {0, 0, 0, 4, 2, 1},
                               {0, 0, 0, 4, 1, 2},
                               {INT32_MAX, 0, 0, INT32_MAX, 1, 1},
                               {0, 0, 0, 4, INT32_MAX, INT32_MAX}};
  Submission submission;
  for (const Box &box : boxes) {
    submission.add(43, transfer_of(1, box, 0));
    submission.add(43, transfer_of(3, box, 0));
  }
  for (const uint32_t offset : {61U, 64U, 0xffffffffU}) {
    submission.add(43, transfer_of(1, {0, 0, 0, 4, 1, 1}, offset));
  }
  Transfer3d level = transfer_of(2, {0, 0, 0, 4, 4, 1}, 0);
  level.level = 1;
  submission.add(43, level);
  level.level = 0xffffffff;
  submission.add(43, level);
  Transfer3d stride = transfer_of(2, {0, 0, 0, 4, 4, 1}, 0);
  stride.stride = 0xffffffff;
  submission.add(43, stride);
  Transfer3d direction = transfer_of(1, {0, 0, 0, 4, 1, 1}, 0);
  direction.direction = 3;
  submission.add(43, direction);
  test.client.submit(submission.words());
  for (const Box &box : boxes) {
    test.client.read_back({3, 0, uint32_t(box.x), uint32_t(box.y), uint32_t(box.z),
                           uint32_t(box.width), uint32_t(box.height), uint32_t(box.depth), 0, 0});
  }
  test.client.read_back(1, 64);
  CHECK(std::ranges::all_of(buffer.as<uint32_t>(), [](uint32_t word) { return word == 0; }));
}

TEST_CASE("CLEAR sets the surfaces of the framebuffer") {
  Connected test;
  const ClientResource texture = test.client.create(
      {1, texture_2d, r8g8b8a8_unorm, render_target | sampler_view, 4, 4, 1, 1, 0, 0, 64});
  CreateSurface surface;
  surface.object.handle = 5;
  surface.resource.handle = 1;
  surface.format.number = r8g8b8a8_unorm;
  SetFramebuffer framebuffer;
  framebuffer.color_count = 1;
  framebuffer.colors.count = 1;
  framebuffer.colors.elements[0].handle = 5;
  Clear clear;
  clear.colors.bits = 1;
  clear.color = {0x3f800000, 0, 0, 0x3f800000};
  test.client.submit(
      Submission().add(1, surface, ObjectType::surface).add(5, framebuffer).add(7, clear).words());
  test.client.read_back({1, 0, 0, 0, 0, 4, 4, 1, 0, 0});
  CHECK(std::ranges::all_of(texture.as<uint32_t>(),
                            [](uint32_t pixel) { return pixel == 0xff0000ff; }));
}

TEST_CASE("a query of the time writes its result to the client's memory") {
  Connected test;
  const ClientResource memory = test.client.create_buffer(1, 16, 1 << 17);
  memory.as<uint32_t>()[0] = 2;
  CreateQuery query;
  query.object.handle = 3;
  query.type = QueryType::timestamp;
  query.resource.handle = 1;
  test.client.submit(Submission()
                         .add(1, query, ObjectType::query)
                         .add(20, EndQuery{{3}})
                         .add(21, GetQueryResult{{3}, false})
                         .words());
  CHECK_FALSE(test.client.is_busy(1, true));
  CHECK(memory.as<uint32_t>()[0] == 1);
  CHECK(memory.as<uint32_t>()[1] == 8);
  CHECK(memory.as<uint64_t>()[1] > 0);
  // A transfer leaves the result as it is.
  test.client.read_back(1, 16);
  CHECK(memory.as<uint32_t>()[0] == 1);
}

TEST_CASE("queries of what is drawn have the result 0, and conditions depend on it") {
  Connected test;
  const ClientResource memory = test.client.create_buffer(1, 16, 1 << 17);
  memory.as<uint64_t>()[1] = 99;
  CreateQuery query;
  query.object.handle = 3;
  query.type = QueryType::occlusion_counter;
  query.resource.handle = 1;
  test.client.submit(Submission()
                         .add(1, query, ObjectType::query)
                         .add(19, BeginQuery{{3}})
                         .add(20, EndQuery{{3}})
                         .add(21, GetQueryResult{{3}, false})
                         .words());
  CHECK_FALSE(test.client.is_busy(1, true));
  CHECK(memory.as<uint32_t>()[0] == 1);
  CHECK(memory.as<uint32_t>()[1] == 4);
  CHECK(memory.as<uint64_t>()[1] == 0);
}
