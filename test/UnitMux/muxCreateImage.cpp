#include <catch2/catch.hpp>
#include <set>

#include "images.h"
#include "object_checks.h"

namespace mux::test::mux_create_image {

namespace {

constexpr EntryPoint entry_point("muxCreateImage");

class CreateImageFixture : public ImageFixture {
 public:
  mux_result_t create(mux_image_type_e type, uint32_t width, uint32_t height, uint32_t depth,
                      uint32_t array_layers = 0, uint64_t row_size = 0, uint64_t slice_size = 0,
                      mux_image_format_e format = mux_image_format_R8G8B8A8_unorm) {
    mux_image_t created = nullptr;
    const mux_result_t result =
        muxCreateImage(device, type, format, width, height, depth, array_layers, row_size,
                       slice_size, allocator, &created);
    if (result == mux_success) {
      muxDestroyImage(device, created, allocator);
    }
    return result;
  }

  void rejects(mux_image_type_e type, uint32_t width, uint32_t height, uint32_t depth,
               uint32_t array_layers = 0, uint64_t row_size = 0, uint64_t slice_size = 0) {
    CAPTURE(type, width, height, depth, array_layers, row_size, slice_size);
    entry_point.fails(mux_error_invalid_value,
                      create(type, width, height, depth, array_layers, row_size, slice_size));
  }

  /// Checks members that do not follow from the arguments.
  static void check_members(mux_image_t created, const ImageShape &shape,
                            const ImageFormat &format) {
    const uint64_t row =
        shape.row_size == 0 ? uint64_t{shape.width} * format.pixel_size : shape.row_size;
    const uint64_t slice = shape.slice_size == 0 ? row * shape.height : shape.slice_size;
    CHECK(created->type == shape.type);
    CHECK(created->format == shape.format);
    CHECK(created->pixel_size == format.pixel_size);
    CHECK(created->size.x == shape.width);
    CHECK(created->size.y == shape.height);
    CHECK(created->size.z == shape.depth);
    CHECK(created->array_layers == shape.layers);
    CHECK(created->row_size == row);
    CHECK(created->slice_size == slice);
    CHECK(created->tiling == mux_image_tiling_linear);
    CHECK(created->memory_requirements.size ==
          slice * shape.depth * std::max<uint64_t>(shape.layers, 1));
    const uint32_t alignment = created->memory_requirements.alignment;
    CHECK(alignment >= 16);
    CHECK((alignment & (alignment - 1)) == 0);
    CHECK((created->memory_requirements.supported_heaps & 1) == 1);
  }

  uint32_t max_1d = device->info->max_image_dimension_1d;
  uint32_t max_2d = device->info->max_image_dimension_2d;
  uint32_t max_3d = device->info->max_image_dimension_3d;
  uint32_t max_layers = device->info->max_image_array_layers;
};

const Create<mux_image_t> create_valid = [](mux_device_t device, mux_allocator_info_t allocator,
                                            mux_image_t *out_image) {
  return muxCreateImage(device, mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 1, 1, 1, 0, 0,
                        0, allocator, out_image);
};

}  // namespace

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateImage.rc01: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxCreateImage]") {
  check_device(entry_point, *this, create_valid);
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.rc04 to rc06: sizes that a 1D image cannot have are "
                 "mux_error_invalid_value",
                 "[muxCreateImage]") {
  rejects(mux_image_type_1d, 0, 1, 1);
  rejects(mux_image_type_1d, max_1d + 1, 1, 1);
  rejects(mux_image_type_1d, ~0U, 1, 1);
  rejects(mux_image_type_1d, 1, 0, 1);
  rejects(mux_image_type_1d, 1, 2, 1);
  rejects(mux_image_type_1d, 1, 1, 0);
  rejects(mux_image_type_1d, 1, 1, 2);
  CHECK(create(mux_image_type_1d, max_1d, 1, 1) == mux_success);
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.rc08 to rc10: sizes that a 2D image cannot have are "
                 "mux_error_invalid_value",
                 "[muxCreateImage]") {
  rejects(mux_image_type_2d, 0, 1, 1);
  rejects(mux_image_type_2d, max_2d + 1, 1, 1);
  rejects(mux_image_type_2d, 1, 0, 1);
  rejects(mux_image_type_2d, 1, max_2d + 1, 1);
  rejects(mux_image_type_2d, 1, ~0U, 1);
  rejects(mux_image_type_2d, 1, 1, 0);
  rejects(mux_image_type_2d, 1, 1, 2);
  CHECK(create(mux_image_type_2d, max_2d, max_2d, 1) == mux_success);
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.rc12 to rc14: sizes that a 3D image cannot have are "
                 "mux_error_invalid_value",
                 "[muxCreateImage]") {
  rejects(mux_image_type_3d, 0, 1, 1);
  rejects(mux_image_type_3d, max_3d + 1, 1, 1);
  rejects(mux_image_type_3d, 1, 0, 1);
  rejects(mux_image_type_3d, 1, max_3d + 1, 1);
  rejects(mux_image_type_3d, 1, 1, 0);
  rejects(mux_image_type_3d, 1, 1, max_3d + 1);
  rejects(mux_image_type_3d, 1, 1, ~0U);
  CHECK(create(mux_image_type_3d, max_3d, 1, 1) == mux_success);
  CHECK(create(mux_image_type_3d, 1, max_3d, 1) == mux_success);
  CHECK(create(mux_image_type_3d, 1, 1, max_3d) == mux_success);
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.rc15: too many array layers are mux_error_invalid_value",
                 "[muxCreateImage]") {
  for (const mux_image_type_e type : {mux_image_type_1d, mux_image_type_2d}) {
    rejects(type, 1, 1, 1, max_layers + 1);
    rejects(type, 1, 1, 1, ~0U);
    CHECK(create(type, 1, 1, 1, max_layers) == mux_success);
    CHECK(create(type, 1, 1, 1, 1) == mux_success);
  }
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.array_layers: layers of a 3D image are mux_error_invalid_value",
                 "[muxCreateImage]") {
  rejects(mux_image_type_3d, 1, 1, 1, 1);
  rejects(mux_image_type_3d, 1, 1, 1, max_layers);
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.type: an unknown type is mux_error_invalid_value",
                 "[muxCreateImage]") {
  for (const uint32_t type : {3U, ~0U, 0x7fffffffU}) {
    mux_image_t created = nullptr;
    entry_point.fails(
        mux_error_invalid_value,
        muxCreateImage(device, enumerator_of<mux_image_type_e>(type), mux_image_format_R8_unorm, 1,
                       1, 1, 0, 0, 0, allocator, &created));
    CHECK(created == nullptr);
  }
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.format: unknown formats are mux_error_invalid_value",
                 "[muxCreateImage]") {
  std::set<uint32_t> known;
  for (const ImageFormat &format : image_formats) {
    known.insert(static_cast<uint32_t>(format.format));
  }
  std::vector<uint32_t> numbers = {0, 1, 0xffffffff, 0x10B5, 0x10D2U << 16};
  for (uint32_t order = 0x10AF; order <= 0x10C4; ++order) {
    for (uint32_t type = 0x10CF; type <= 0x10E7; ++type) {
      numbers.push_back(order | type << 16);
    }
  }
  size_t accepted = 0;
  for (const uint32_t number : numbers) {
    CAPTURE(number);
    mux_image_t created = nullptr;
    const mux_result_t result =
        muxCreateImage(device, mux_image_type_1d, enumerator_of<mux_image_format_e>(number), 1, 1,
                       1, 0, 0, 0, allocator, &created);
    if (known.count(number) != 0) {
      REQUIRE(result == mux_success);
      muxDestroyImage(device, created, allocator);
      ++accepted;
    } else {
      entry_point.fails(mux_error_invalid_value, result);
    }
  }
  CHECK(accepted == image_formats.size());
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.row_size: less than a row, or a part of a pixel, is "
                 "mux_error_invalid_value",
                 "[muxCreateImage]") {
  for (const mux_image_type_e type : {mux_image_type_1d, mux_image_type_2d, mux_image_type_3d}) {
    for (const uint64_t row_size : {1U, 4U, 28U, 31U, 33U, 34U, 35U}) {
      rejects(type, 8, 1, 1, 0, row_size);
    }
    CHECK(create(type, 8, 1, 1, 0, 32) == mux_success);
    CHECK(create(type, 8, 1, 1, 0, 36) == mux_success);
  }
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.slice_size: less than its rows, or a part of a pixel, is "
                 "mux_error_invalid_value",
                 "[muxCreateImage]") {
  for (const mux_image_type_e type : {mux_image_type_2d, mux_image_type_3d}) {
    for (const uint64_t slice_size : {1U, 64U, 156U, 161U, 162U, 163U}) {
      rejects(type, 8, 4, 1, 0, 40, slice_size);
    }
    CHECK(create(type, 8, 4, 1, 0, 40, 160) == mux_success);
    CHECK(create(type, 8, 4, 1, 0, 40, 164) == mux_success);
  }
  rejects(mux_image_type_1d, 8, 1, 1, 3, 40, 36);
  CHECK(create(mux_image_type_1d, 8, 1, 1, 3, 40, 40) == mux_success);
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.size: sizes that exceed 64 bits are mux_error_invalid_value",
                 "[muxCreateImage]") {
  constexpr uint64_t huge = ~uint64_t{0} - 3;
  constexpr uint64_t half = uint64_t{1} << 63;
  rejects(mux_image_type_2d, 1, 2, 1, 0, huge);
  rejects(mux_image_type_2d, 1, 2, 1, 0, half);
  rejects(mux_image_type_2d, 1, 1, 1, 2, 0, half);
  rejects(mux_image_type_3d, 1, 1, 3, 0, 0, half);
  rejects(mux_image_type_3d, 1, 2, 2, 0, half / 2);
  rejects(mux_image_type_1d, 1, 1, 1, 2, 0, huge);
  rejects(mux_image_type_1d, 1, 1, 1, 2, half);
  CHECK(create(mux_image_type_2d, 1, 1, 1, 0, huge) == mux_success);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateImage.rc16: no out parameter is mux_error_null_out_parameter",
                 "[muxCreateImage]") {
  check_null_out(entry_point, *this, create_valid);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateImage.rc17: no memory is mux_error_out_of_memory, and nothing is kept",
                 "[muxCreateImage]") {
  check_out_of_memory(entry_point, *this, create_valid, muxDestroyImage);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateImage.rc18: an incomplete allocator is "
                 "mux_error_null_allocator_callback",
                 "[muxCreateImage]") {
  check_null_allocator(entry_point, *this, create_valid);
}

TEST_CASE_METHOD(DeviceFixture, "muxCreateImage.rc19: a valid call makes an image",
                 "[muxCreateImage]") {
  check_success(*this, create_valid, muxDestroyImage);
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.rc19: images of every format say what they are and need",
                 "[muxCreateImage]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (const ImageFormat &format : image_formats) {
    for (int i = 0; i < 4; ++i) {
      CAPTURE(format.name);
      const ImageShape shape = random_shape(random, format, 3000);
      CAPTURE(shape.type, shape.width, shape.height, shape.depth, shape.layers, shape.row_size,
              shape.slice_size);
      check_members(make_unbound_image(shape), shape, format);
    }
  }
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage: random arguments create an image or are mux_error_invalid_value",
                 "[muxCreateImage]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const auto any = [&]() -> uint64_t {
    switch (random() % 4) {
      case 0:
        return random() % 3;
      case 1:
        return random() % 70000;
      case 2:
        return uint64_t{1} << random() % 64;
      default:
        return random();
    }
  };
  const int64_t live = counter.live();
  for (int i = 0; i < 20000; ++i) {
    const auto type = static_cast<mux_image_type_e>(random() % 3);
    const mux_result_t result =
        create(type, static_cast<uint32_t>(any()), static_cast<uint32_t>(any()),
               static_cast<uint32_t>(any()), static_cast<uint32_t>(any()), any(), any());
    if (result != mux_success && result != mux_error_invalid_value) {
      FAIL("result " << result);
    }
  }
  CHECK(counter.live() == live);
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.vu02: images and buffers may take turns at the same memory",
                 "[muxCreateImage]") {
  const TestImage first = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  mux_image_t second = make_unbound_image({mux_image_type_1d, mux_image_format_R32_uint, 128});
  REQUIRE(muxBindImageMemory(device, first.memory, second, 0) == mux_success);
  const uint32_t pixel = 0x04030201;
  REQUIRE(muxCommandFillImage(command_buffer, first.image, &pixel, sizeof(pixel), {0, 0, 0},
                              {16, 8, 1}, 0, nullptr, nullptr) == mux_success);
  std::vector<uint32_t> seen(128);
  REQUIRE(muxCommandReadImage(command_buffer, second, {0, 0, 0}, {128, 1, 1}, 0, 0, seen.data(), 0,
                              nullptr, nullptr) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(seen == std::vector<uint32_t>(128, pixel));
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage: memory outlives the image that was bound to it",
                 "[muxCreateImage]") {
  mux_memory_t memory = make_memory(4096);
  const std::span<uint8_t> bytes = map(memory);
  mux_image_t bound = nullptr;
  REQUIRE(create_valid(device, allocator, &bound) == mux_success);
  REQUIRE(muxBindImageMemory(device, memory, bound, 0) == mux_success);
  const uint32_t pixel = 0xfefefefe;
  REQUIRE(muxCommandFillImage(command_buffer, bound, &pixel, sizeof(pixel), {0, 0, 0}, {1, 1, 1}, 0,
                              nullptr, nullptr) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  muxDestroyImage(device, bound, allocator);
  CHECK(bytes[0] == 0xfe);
  bytes[4095] = 1;
  CHECK(bytes[4095] == 1);
}

}  // namespace mux::test::mux_create_image
