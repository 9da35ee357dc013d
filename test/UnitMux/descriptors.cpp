// Descriptors of kernel arguments of every kind, in muxCommandNDRange() and muxUpdateDescriptors().

#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <cstring>

#include "command_buffer_fixture.h"

namespace mux::test::descriptors {

namespace {

/// A descriptor with all bytes of its union set to an invalid value: only the member that the type
/// selects may be read, and the test sets that one.
mux_descriptor_info_t garbage(uint32_t type) {
  mux_descriptor_info_t descriptor;
  std::memset(&descriptor, 0xA5, sizeof(descriptor));
  descriptor.type = type;
  return descriptor;
}

/// A kernel with an argument of each kind that reports the values.
class DescriptorsFixture : public KernelFixture {
 public:
  enum Argument : uint64_t { out, in, value, scratch, image, sampler };
  static constexpr size_t pixels = 16;

  DescriptorsFixture() {
    REQUIRE(muxCreateImage(device, mux_image_type_1d, mux_image_format_R8_uint, pixels, 1, 1, 0, 0,
                           0, allocator, &picture) == mux_success);
    at_end([this] { muxDestroyImage(device, picture, allocator); });
    mux_memory_t memory = make_memory(picture->memory_requirements.size);
    REQUIRE(muxBindImageMemory(device, memory, picture, 0) == mux_success);
    void *data = nullptr;
    REQUIRE(muxMapMemory(device, memory, 0, pixels, &data) == mux_success);
    for (size_t i = 0; i < pixels; ++i) {
      static_cast<uint8_t *>(data)[i] = static_cast<uint8_t>(100 + i);
    }
    REQUIRE(muxUnmapMemory(device, memory) == mux_success);
    descriptors = {garbage(mux_descriptor_info_type_buffer),
                   garbage(mux_descriptor_info_type_buffer),
                   garbage(mux_descriptor_info_type_plain_old_data),
                   garbage(mux_descriptor_info_type_shared_local_buffer),
                   garbage(mux_descriptor_info_type_image),
                   garbage(mux_descriptor_info_type_sampler)};
    descriptors[out].buffer_descriptor = {results.buffer, 0};
    descriptors[in].buffer_descriptor = {source.buffer, sizeof(int)};
    descriptors[value].plain_old_data_descriptor = {&number, sizeof(number)};
    descriptors[scratch].shared_local_buffer_descriptor = {4 * sizeof(int)};
    descriptors[image].image_descriptor = {picture};
    descriptors[sampler].sampler_descriptor.sampler = repeating;
    source.as<int>()[1] = 10;
    source.as<int>()[2] = 20;
  }

  mux_result_t record(mux_command_buffer_t target,
                      const std::vector<mux_descriptor_info_t> &recorded) {
    Arguments arguments;
    arguments.descriptors = recorded;
    return KernelFixture::record(target, kernel, arguments, Range::linear(1, 1));
  }

  /// Runs the kernel with these descriptors, both recorded and updated.
  void works(const std::vector<mux_descriptor_info_t> &wanted, const std::vector<int> &expected,
             uint64_t updated) {
    clear();
    mux_command_buffer_t recorded = make_command_buffer();
    REQUIRE(record(recorded, wanted) == mux_success);
    REQUIRE(run(recorded) == mux_success);
    CHECK(told() == expected);
    clear();
    mux_command_buffer_t changed = make_command_buffer();
    REQUIRE(record(changed, descriptors) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(changed) == mux_success);
    mux_descriptor_info_t descriptor = wanted[updated];
    REQUIRE(muxUpdateDescriptors(changed, 0, 1, &updated, &descriptor) == mux_success);
    REQUIRE(dispatch_and_wait(changed) == mux_success);
    CHECK(told() == expected);
  }

  /// Checks that both entry points reject the descriptor, with a message that contains `part`, and
  /// that the recorded command still runs with its descriptors.
  void refuses(uint64_t index, const mux_descriptor_info_t &wrong, const std::string &part,
               std::source_location where = std::source_location::current()) {
    CAPTURE(index, part);
    const EntryPoint nd_range("muxCommandNDRange");
    const EntryPoint update("muxUpdateDescriptors");
    std::vector<mux_descriptor_info_t> changed = descriptors;
    changed[index] = wrong;
    nd_range.fails_because(part, mux_error_invalid_value, record(command_buffer, changed), where);

    mux_command_buffer_t finalized = make_command_buffer();
    REQUIRE(record(finalized, descriptors) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(finalized) == mux_success);
    mux_descriptor_info_t descriptor = wrong;
    update.fails_because(part, mux_error_invalid_value,
                         muxUpdateDescriptors(finalized, 0, 1, &index, &descriptor), where);
    clear();
    REQUIRE(dispatch_and_wait(finalized) == mux_success);
    CHECK(told() == usual);
  }

  void clear() { std::fill(results.bytes.begin(), results.bytes.end(), uint8_t{0}); }
  std::vector<int> told() const {
    const std::span<int> values = results.as<int>();
    return {values.begin(), values.begin() + 5};
  }

  mux_kernel_t kernel = build(R"(
kernel void all(global int *out, global const int *in, int value, local int *scratch,
                read_only image1d_t image, sampler_t sampler) {
  scratch[3] = value;
  out[0] = in == 0 ? -1 : in[0];
  out[1] = value;
  out[2] = scratch[3];
  out[3] = (int)read_imageui(image, 2).x;
  out[4] = (int)read_imageui(image, sampler, 17.5f / 16).x;
}
)",
                              "all");
  TestBuffer results = make_buffer(64);
  TestBuffer source = make_buffer(64);
  int number = 3;
  mux_image_t picture = nullptr;
  mux_sampler_t repeating = {0, mux_address_mode_repeat, mux_filter_mode_nearest, true};
  std::vector<mux_descriptor_info_t> descriptors;
  const std::vector<int> usual = {10, 3, 3, 102, 101};
};

}  // namespace

TEST_CASE_METHOD(DescriptorsFixture,
                 "Descriptors.vu02 and vu03: a buffer needs its own member and no other",
                 "[descriptors]") {
  works(descriptors, usual, in);
  std::vector<mux_descriptor_info_t> shifted = descriptors;
  shifted[in].buffer_descriptor.offset = 2 * sizeof(int);
  works(shifted, {20, 3, 3, 102, 101}, in);
  mux_descriptor_info_t wrong = garbage(mux_descriptor_info_type_buffer);
  for (mux_buffer_t invalid : InvalidObjects<mux_buffer_t>(device->id)) {
    wrong.buffer_descriptor = {invalid, 0};
    refuses(in, wrong, "the buffer of a descriptor");
  }
}

TEST_CASE_METHOD(DescriptorsFixture,
                 "Descriptors.offset: an offset beyond the buffer is mux_error_invalid_value",
                 "[descriptors]") {
  mux_descriptor_info_t wrong = descriptors[in];
  for (const uint64_t offset : {source.bytes.size() + 1, ~uint64_t{0}}) {
    wrong.buffer_descriptor.offset = offset;
    refuses(in, wrong, "offset");
  }
  // An offset at the end of a buffer is valid.
  wrong.buffer_descriptor.offset = source.bytes.size();
  std::vector<mux_descriptor_info_t> at_end_of_buffer = descriptors;
  at_end_of_buffer[in] = wrong;
  CHECK(record(command_buffer, at_end_of_buffer) == mux_success);
}

TEST_CASE_METHOD(DescriptorsFixture, "Descriptors: a buffer without memory is rejected",
                 "[descriptors]") {
  mux_buffer_t unbound = nullptr;
  REQUIRE(muxCreateBuffer(device, 64, allocator, &unbound) == mux_success);
  mux_descriptor_info_t wrong = garbage(mux_descriptor_info_type_buffer);
  wrong.buffer_descriptor = {unbound, 0};
  refuses(in, wrong, "not bound to memory");
  muxDestroyBuffer(device, unbound, allocator);
}

TEST_CASE_METHOD(DescriptorsFixture,
                 "Descriptors.vu05 and vu06: an image needs its own member and no other",
                 "[descriptors]") {
  works(descriptors, usual, image);
  mux_descriptor_info_t wrong = garbage(mux_descriptor_info_type_image);
  for (mux_image_t invalid : InvalidObjects<mux_image_t>(device->id)) {
    wrong.image_descriptor = {invalid};
    refuses(image, wrong, "the image of a descriptor");
  }
}

TEST_CASE_METHOD(
    DescriptorsFixture,
    "Descriptors: an image without memory, of another type or of another device is rejected",
    "[descriptors]") {
  const auto refuses_image = [&](mux_image_type_e type, uint32_t height, uint32_t depth,
                                 uint32_t layers, bool bound, const char *part) {
    mux_image_t other = nullptr;
    REQUIRE(muxCreateImage(device, type, mux_image_format_R8_uint, 4, height, depth, layers, 0, 0,
                           allocator, &other) == mux_success);
    if (bound) {
      REQUIRE(muxBindImageMemory(device, make_memory(other->memory_requirements.size), other, 0) ==
              mux_success);
    }
    mux_descriptor_info_t wrong = garbage(mux_descriptor_info_type_image);
    wrong.image_descriptor = {other};
    refuses(image, wrong, part);
    muxDestroyImage(device, other, allocator);
  };
  refuses_image(mux_image_type_1d, 1, 1, 0, false, "not bound to memory");
  refuses_image(mux_image_type_1d, 1, 1, 2, true, "is an image1d_t, but its descriptor is a 1D");
  refuses_image(mux_image_type_2d, 4, 1, 0, true, "is an image1d_t, but its descriptor is a 2D");
  refuses_image(mux_image_type_2d, 4, 1, 3, true, "2D image array");
  refuses_image(mux_image_type_3d, 4, 4, 0, true, "is an image1d_t, but its descriptor is a 3D");

  KernelFixture elsewhere;
  mux_image_t of_other_device = nullptr;
  REQUIRE(muxCreateImage(elsewhere.device, mux_image_type_1d, mux_image_format_R8_uint, 4, 1, 1, 0,
                         0, 0, elsewhere.allocator, &of_other_device) == mux_success);
  mux_descriptor_info_t wrong = garbage(mux_descriptor_info_type_image);
  wrong.image_descriptor = {of_other_device};
  refuses(image, wrong, "another device");
  muxDestroyImage(elsewhere.device, of_other_device, elsewhere.allocator);
}

TEST_CASE_METHOD(DescriptorsFixture,
                 "Descriptors.vu08 and vu09: a sampler needs its own member and no other",
                 "[descriptors]") {
  works(descriptors, usual, sampler);
  std::vector<mux_descriptor_info_t> others = descriptors;
  mux_sampler_t changed = {0, mux_address_mode_clamp_edge, mux_filter_mode_nearest, true};
  others[sampler].sampler_descriptor.sampler = changed;
  works(others, {10, 3, 3, 102, 115}, sampler);
  changed.normalize_coords = false;
  others[sampler].sampler_descriptor.sampler = changed;
  works(others, {10, 3, 3, 102, 101}, sampler);
  // An enumerator that does not exist, as a C program can pass.
  const uint32_t number_of_none = 77;
  mux_descriptor_info_t wrong = descriptors[sampler];
  std::memcpy(&wrong.sampler_descriptor.sampler.address_mode, &number_of_none, 4);
  refuses(sampler, wrong, "the address mode of a sampler descriptor");
  wrong = descriptors[sampler];
  std::memcpy(&wrong.sampler_descriptor.sampler.filter_mode, &number_of_none, 4);
  refuses(sampler, wrong, "the filter mode of a sampler descriptor");
}

TEST_CASE_METHOD(DescriptorsFixture,
                 "Descriptors.vu11 and vu12: plain old data needs its own member and no other",
                 "[descriptors]") {
  works(descriptors, usual, value);
  int other = -9;
  std::vector<mux_descriptor_info_t> others = descriptors;
  others[value].plain_old_data_descriptor = {&other, sizeof(other)};
  works(others, {10, -9, -9, 102, 101}, value);
  mux_descriptor_info_t wrong = descriptors[value];
  wrong.plain_old_data_descriptor.data = nullptr;
  refuses(value, wrong, "the data of a plain-old-data descriptor");
  for (const size_t size : {size_t{0}, size_t{1}, size_t{8}, ~size_t{0}}) {
    wrong.plain_old_data_descriptor = {&other, size};
    refuses(value, wrong, "has 4 bytes");
  }
}

TEST_CASE_METHOD(DescriptorsFixture,
                 "Descriptors.vu14 and vu15: local memory needs its own member and no other",
                 "[descriptors]") {
  works(descriptors, usual, scratch);
  std::vector<mux_descriptor_info_t> others = descriptors;
  others[scratch].shared_local_buffer_descriptor.size = device->info->shared_local_memory_size;
  works(others, usual, scratch);
  mux_descriptor_info_t wrong = descriptors[scratch];
  wrong.shared_local_buffer_descriptor.size = 0;
  refuses(scratch, wrong, "the size of a shared local buffer descriptor is 0");
  for (const uint64_t size : {device->info->shared_local_memory_size + 1, ~uint64_t{0}}) {
    wrong.shared_local_buffer_descriptor.size = size;
    refuses(scratch, wrong, "bytes of local memory");
  }
  // Another descriptor that does not fit is reported first.
  others[scratch] = wrong;
  others[image] = descriptors[sampler];
  REQUIRE(record(make_command_buffer(), others) == mux_error_invalid_value);
  CHECK_THAT(muxGetLastErrorMessage(), Catch::Contains("its descriptor is a sampler"));
}

TEST_CASE_METHOD(DescriptorsFixture, "Descriptors.vu17: a null buffer needs no member",
                 "[descriptors]") {
  std::vector<mux_descriptor_info_t> others = descriptors;
  others[in] = garbage(mux_descriptor_info_type_null_buffer);
  works(others, {-1, 3, 3, 102, 101}, in);
}

TEST_CASE_METHOD(
    DescriptorsFixture,
    "Descriptors.vu19 and vu20: a custom buffer needs its own member and no other; the "
    "kernel gets the pointer",
    "[descriptors]") {
  // Host memory without a buffer; the kernel reads and writes it.
  std::vector<int> own(64, 5);
  std::vector<int> target(64, 0);
  std::vector<mux_descriptor_info_t> others = descriptors;
  others[in] = garbage(mux_descriptor_info_type_custom_buffer);
  others[in].custom_buffer_descriptor.data = own.data();
  others[in].custom_buffer_descriptor.size = own.size() * sizeof(int);
  others[out] = others[in];
  others[out].custom_buffer_descriptor.data = target.data();
  REQUIRE(record(command_buffer, others) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  own[0] = 6;
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(std::vector<int>(target.begin(), target.begin() + 6) ==
        std::vector<int>{6, 3, 3, 102, 101, 0});

  // An update moves it; it remains a custom buffer.
  std::vector<int> moved = {77};
  uint64_t index = in;
  mux_descriptor_info_t descriptor = others[in];
  descriptor.custom_buffer_descriptor.data = moved.data();
  descriptor.custom_buffer_descriptor.size = sizeof(int);
  REQUIRE(muxUpdateDescriptors(command_buffer, 0, 1, &index, &descriptor) == mux_success);
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(target[0] == 77);
  mux_descriptor_info_t other_kind = garbage(mux_descriptor_info_type_null_buffer);
  CHECK(muxUpdateDescriptors(command_buffer, 0, 1, &index, &other_kind) == mux_error_invalid_value);

  mux_command_buffer_t clone = nullptr;
  REQUIRE(muxCloneCommandBuffer(device, allocator, command_buffer, &clone) == mux_success);
  target[0] = 0;
  CHECK(dispatch_and_wait(clone) == mux_success);
  muxDestroyCommandBuffer(device, clone, allocator);
  CHECK(target[0] == 77);
}

TEST_CASE_METHOD(DescriptorsFixture,
                 "Descriptors.vu19: a custom buffer without data or without size is "
                 "mux_error_invalid_value",
                 "[descriptors]") {
  CHECK(device->info->custom_buffer_capabilities == mux_custom_buffer_capabilities_data);
  mux_descriptor_info_t wrong = garbage(mux_descriptor_info_type_custom_buffer);
  wrong.custom_buffer_descriptor.data = nullptr;
  wrong.custom_buffer_descriptor.size = 4;
  refuses(in, wrong, "the data of a custom buffer descriptor");
  wrong.custom_buffer_descriptor.data = &number;
  wrong.custom_buffer_descriptor.size = 0;
  refuses(in, wrong, "the size of a custom buffer descriptor");
}

TEST_CASE_METHOD(DescriptorsFixture, "Descriptors.type: an unknown type is mux_error_invalid_value",
                 "[descriptors]") {
  for (const uint32_t type : {7U, 8U, ~0U}) {
    refuses(in, garbage(type), "which is not an enumerator");
  }
}

TEST_CASE_METHOD(DescriptorsFixture,
                 "Descriptors: a descriptor of another kind than the argument is rejected",
                 "[descriptors]") {
  const uint32_t kinds[] = {
      mux_descriptor_info_type_buffer,         mux_descriptor_info_type_buffer,
      mux_descriptor_info_type_plain_old_data, mux_descriptor_info_type_shared_local_buffer,
      mux_descriptor_info_type_image,          mux_descriptor_info_type_sampler};
  std::vector<mux_descriptor_info_t> all = descriptors;
  all.push_back(garbage(mux_descriptor_info_type_null_buffer));
  all.push_back(garbage(mux_descriptor_info_type_custom_buffer));
  all.back().custom_buffer_descriptor.data = &number;
  all.back().custom_buffer_descriptor.size = sizeof(number);
  for (uint64_t index = 0; index < std::size(kinds); ++index) {
    for (const mux_descriptor_info_t &descriptor : all) {
      const bool any_pointer = kinds[index] == mux_descriptor_info_type_buffer &&
                               (descriptor.type == mux_descriptor_info_type_null_buffer ||
                                descriptor.type == mux_descriptor_info_type_custom_buffer);
      const bool no_local = kinds[index] == mux_descriptor_info_type_shared_local_buffer &&
                            descriptor.type == mux_descriptor_info_type_null_buffer;
      if (descriptor.type != kinds[index] && !any_pointer && !no_local) {
        refuses(index, descriptor, "but its descriptor is");
      }
    }
  }
}

}  // namespace mux::test::descriptors
