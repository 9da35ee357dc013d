// Rules for optional features such as images and queries, on the fake target, which has them all;
// and the results of entry points when the device info denies a feature.

#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <cstring>

#include "fake_objects.h"

namespace mux::test::features {
using Hooks = mux_target_hooks_t;

namespace {

/// A device whose info the test may change, and an unknown enumerator.
class FeaturesFixture : public FakeTargetFixture {
 public:
  FeaturesFixture() { objects.device.info = &info; }

  void expect_invalid(mux_result_t result, const char *reason) const {
    INFO(muxGetLastErrorMessage());
    CHECK(result == mux_error_invalid_value);
    CHECK(last_error_has(reason));
    muxSetLastErrorMessage("");
  }
  void expect_unsupported(mux_result_t result) const {
    INFO(muxGetLastErrorMessage());
    CHECK(result == mux_error_feature_unsupported);
    CHECK(last_error_has("the device does not support"));
    muxSetLastErrorMessage("");
  }

  mux_result_t create_image(mux_image_type_e type, uint32_t width, uint32_t height, uint32_t depth,
                            uint32_t layers = 0) {
    mux_image_t image = nullptr;
    return muxCreateImage(&objects.device, type, mux_image_format_R8_unorm, width, height, depth,
                          layers, 0, 0, allocator, &image);
  }

  /// A value as a C program might pass it; pass it on directly, because reading it in C++ is
  /// undefined.
  template <class Enumeration>
  __attribute__((no_sanitize("undefined"))) static Enumeration no_enumerator() {
    const int number = 77;
    Enumeration value;
    static_assert(sizeof(value) == sizeof(number));
    std::memcpy(&value, &number, sizeof(value));
    return value;
  }

  mux_device_info_s info = *target.info(0);
};

}  // namespace

TEST_CASE_METHOD(FeaturesFixture, "muxCreateImage.rc04 to rc06: one-dimensional images",
                 "[features]") {
  CHECK(create_image(mux_image_type_1d, 256, 1, 1) == mux_success);
  expect_invalid(create_image(mux_image_type_1d, 0, 1, 1), "width is 0");
  expect_invalid(create_image(mux_image_type_1d, 257, 1, 1), "width is 257");
  expect_invalid(create_image(mux_image_type_1d, 8, 0, 1), "height is 0");
  expect_invalid(create_image(mux_image_type_1d, 8, 2, 1), "height is 2");
  expect_invalid(create_image(mux_image_type_1d, 8, 1, 0), "depth is 0");
  expect_invalid(create_image(mux_image_type_1d, 8, 1, 2), "depth is 2");
}

TEST_CASE_METHOD(FeaturesFixture, "muxCreateImage.rc08 to rc10: two-dimensional images",
                 "[features]") {
  info.max_image_dimension_1d = 0;
  CHECK(create_image(mux_image_type_2d, 256, 256, 1) == mux_success);
  expect_invalid(create_image(mux_image_type_2d, 0, 8, 1), "width is 0");
  expect_invalid(create_image(mux_image_type_2d, 257, 8, 1), "width is 257");
  expect_invalid(create_image(mux_image_type_2d, 8, 0, 1), "height is 0");
  expect_invalid(create_image(mux_image_type_2d, 8, 257, 1), "height is 257");
  expect_invalid(create_image(mux_image_type_2d, 8, 8, 0), "depth is 0");
  expect_invalid(create_image(mux_image_type_2d, 8, 8, 2), "depth is 2");
}

TEST_CASE_METHOD(FeaturesFixture, "muxCreateImage.rc12 to rc15: three-dimensional images, layers",
                 "[features]") {
  CHECK(create_image(mux_image_type_3d, 256, 256, 256) == mux_success);
  expect_invalid(create_image(mux_image_type_3d, 0, 8, 8), "width is 0");
  expect_invalid(create_image(mux_image_type_3d, 257, 8, 8), "width is 257");
  expect_invalid(create_image(mux_image_type_3d, 8, 0, 8), "height is 0");
  expect_invalid(create_image(mux_image_type_3d, 8, 257, 8), "height is 257");
  expect_invalid(create_image(mux_image_type_3d, 8, 8, 0), "depth is 0");
  expect_invalid(create_image(mux_image_type_3d, 8, 8, 257), "depth is 257");
  CHECK(create_image(mux_image_type_2d, 8, 8, 1, 8) == mux_success);
  expect_invalid(create_image(mux_image_type_2d, 8, 8, 1, 9), "array_layers is 9");
}

TEST_CASE_METHOD(FeaturesFixture, "image regions: layers are the last dimension", "[features]") {
  const auto fill = [&](mux_offset_3d_t offset, mux_extent_3d_t extent) {
    return muxCommandFillImage(&objects.command_buffer, &objects.image, host, 4, offset, extent, 0,
                               nullptr, nullptr);
  };
  CHECK(fill({0, 0, 0}, {16, 8, 1}) == mux_success);
  expect_invalid(fill({1, 0, 0}, {16, 8, 1}),
                 "offset 1 plus extent.x 16 exceeds the image's width of 16 pixels");
  expect_invalid(fill({0, 1, 0}, {16, 8, 1}), "the image's height of 8");
  expect_invalid(fill({0, 0, 1}, {16, 8, 1}), "the image's depth of 1");
  expect_invalid(fill({1, 0, 0}, {SIZE_MAX, 8, 1}), "the image's width of 16");
  objects.image.array_layers = 3;
  CHECK(fill({0, 0, 2}, {16, 8, 1}) == mux_success);
  expect_invalid(fill({0, 0, 2}, {16, 8, 2}), "the image's depth of 3");
  objects.image.type = mux_image_type_1d;
  objects.image.size = {16, 1, 1};
  CHECK(fill({0, 2, 0}, {16, 1, 1}) == mux_success);
  expect_invalid(fill({0, 3, 0}, {16, 1, 1}), "the image's height of 3");
}

TEST_CASE_METHOD(FeaturesFixture, "images and buffers: pixels must fit", "[features]") {
  mux_command_buffer_t cb = &objects.command_buffer;
  const mux_extent_3d_t extent = {16, 4, 1};
  CHECK(muxCommandCopyImageToBuffer(cb, &objects.image, &objects.buffer, {}, 0, extent, 0, nullptr,
                                    nullptr) == mux_success);
  expect_invalid(muxCommandCopyImageToBuffer(cb, &objects.image, &objects.buffer, {}, 1, extent, 0,
                                             nullptr, nullptr),
                 "dst_offset 1 plus the extent's bytes 256 exceeds the buffer's 256 bytes");
  expect_invalid(muxCommandCopyBufferToImage(cb, &objects.buffer, &objects.image, 1, {}, extent, 0,
                                             nullptr, nullptr),
                 "src_offset 1 plus the extent's bytes 256 exceeds the buffer's 256 bytes");
  objects.other_image.pixel_size = 8;
  expect_invalid(muxCommandCopyImage(cb, &objects.image, &objects.other_image, {}, {}, {1, 1, 1}, 0,
                                     nullptr, nullptr),
                 "pixel size");
  expect_invalid(muxBindImageMemory(&objects.device, &objects.memory, &objects.image, 32),
                 "offset is 32, not a multiple of 64");
  expect_invalid(muxBindImageMemory(&objects.device, &objects.memory, &objects.image, 4096 - 448),
                 "exceeds the memory's 4096 bytes");
}

TEST_CASE_METHOD(FeaturesFixture, "unknown enumerators are mux_error_invalid_value", "[features]") {
  mux_memory_t memory = nullptr;
  expect_invalid(muxAllocateMemory(&objects.device, 64, 1, mux_memory_property_host_visible,
                                   no_enumerator<mux_allocation_type_e>(), 0, allocator, &memory),
                 "allocation_type is 77");
  mux_queue_t queue = nullptr;
  expect_invalid(muxGetQueue(&objects.device, no_enumerator<mux_queue_type_e>(), 0, &queue),
                 "queue_type is 77");
  uint32_t count = 0;
  expect_invalid(muxGetSupportedQueryCounters(&objects.device, no_enumerator<mux_queue_type_e>(), 0,
                                              nullptr, nullptr, &count),
                 "queue_type is 77");
  mux_query_pool_t pool = nullptr;
  expect_invalid(muxCreateQueryPool(&objects.queue, no_enumerator<mux_query_type_e>(), 1, nullptr,
                                    allocator, &pool),
                 "query_type is 77");
  mux_image_t image = nullptr;
  expect_invalid(muxCreateImage(&objects.device, no_enumerator<mux_image_type_e>(),
                                mux_image_format_R8_unorm, 1, 1, 1, 0, 0, 0, allocator, &image),
                 "type is 77");
  expect_invalid(muxGetSupportedImageFormats(&objects.device, no_enumerator<mux_image_type_e>(),
                                             mux_allocation_type_alloc_device, 0, nullptr, &count),
                 "image_type is 77");
  expect_invalid(
      muxGetSupportedImageFormats(&objects.device, mux_image_type_1d,
                                  no_enumerator<mux_allocation_type_e>(), 0, nullptr, &count),
      "allocation_type is 77");
}

TEST_CASE_METHOD(FeaturesFixture, "muxGetSupportedQueryCounters.rc04, rc05: arrays and their count",
                 "[features]") {
  mux_query_counter_t counter = {};
  mux_query_counter_description_t description = {};
  uint32_t count = 0;
  const auto query = [&](uint32_t length, mux_query_counter_t *counters,
                         mux_query_counter_description_t *descriptions) {
    return muxGetSupportedQueryCounters(&objects.device, mux_queue_type_compute, length, counters,
                                        descriptions, &count);
  };
  CHECK(query(0, nullptr, nullptr) == mux_success);
  CHECK(query(1, &counter, nullptr) == mux_success);
  CHECK(query(1, nullptr, &description) == mux_success);
  expect_invalid(query(0, &counter, nullptr), "count is 0");
  expect_invalid(query(0, nullptr, &description), "count is 0");
  CHECK(query(1, nullptr, nullptr) == mux_error_null_out_parameter);
}

TEST_CASE_METHOD(FeaturesFixture, "muxGetQueryPoolResults.rc05, rc07: room for the results",
                 "[features]") {
  const auto get = [&](uint32_t count, size_t size, size_t stride) {
    return muxGetQueryPoolResults(&objects.queue, &objects.query_pool, 0, count, size, host,
                                  stride);
  };
  CHECK(get(2, 16 + 24, 24) == mux_success);
  expect_invalid(get(2, 16 + 23, 24), "the size of the results is 40, more than size 39");
  expect_invalid(get(2, 1024, 15), "the size of a result is 16, more than stride 15");
  expect_invalid(get(4, 1024, SIZE_MAX), "the size of the results");
  objects.query_pool.type = mux_query_type_counter;
  CHECK(get(2, 8 + 8, 8) == mux_success);
  mux_query_pool_t pool = nullptr;
  expect_invalid(
      muxCreateQueryPool(&objects.queue, mux_query_type_counter, 1, nullptr, allocator, &pool),
      "query_counter_configs is NULL");
}

TEST_CASE_METHOD(FeaturesFixture,
                 "muxCreateImage.supported, muxBindImageMemory.supported, "
                 "muxGetSupportedImageFormats.supported: a device without images",
                 "[features]") {
  info.image_support = false;
  info.max_image_dimension_1d = info.max_image_dimension_2d = info.max_image_dimension_3d = 0;
  info.max_image_array_layers = 0;
  expect_invalid(create_image(mux_image_type_1d, 8, 2, 1), "height is 2");
  expect_unsupported(create_image(mux_image_type_1d, 8, 1, 1));
  uint32_t count = 0;
  expect_unsupported(muxGetSupportedImageFormats(
      &objects.device, mux_image_type_1d, mux_allocation_type_alloc_device, 0, nullptr, &count));
  expect_unsupported(muxBindImageMemory(&objects.device, &objects.memory, &objects.image, 0));
}

TEST_CASE_METHOD(FeaturesFixture,
                 "muxCreateQueryPool.supported, muxGetSupportedQueryCounters.rc02, "
                 "muxGetQueryCounterRequiredPasses.supported: a device without counters",
                 "[features]") {
  info.query_counter_support = false;
  uint32_t count = 0;
  mux_query_counter_config_t config = {};
  mux_query_pool_t pool = nullptr;
  expect_unsupported(
      muxCreateQueryPool(&objects.queue, mux_query_type_counter, 1, &config, allocator, &pool));
  CHECK(muxCreateQueryPool(&objects.queue, mux_query_type_duration, 1, nullptr, allocator, &pool) ==
        mux_success);
  expect_unsupported(muxGetQueryCounterRequiredPasses(&objects.queue, 1, &config, &count));
  expect_unsupported(muxGetSupportedQueryCounters(&objects.device, mux_queue_type_compute, 0,
                                                  nullptr, nullptr, &count));
}

TEST_CASE_METHOD(FeaturesFixture,
                 "muxCreateBuiltInKernel.supported, muxQuerySubGroupSizeForLocalSize.rc06, "
                 "muxQueryLocalSizeForSubGroupCount.rc05, muxQueryMaxNumSubGroups.supported: a "
                 "device without built-in kernels and sub-groups",
                 "[features]") {
  info.supports_builtin_kernels = false;
  mux_kernel_t kernel = nullptr;
  expect_unsupported(muxCreateBuiltInKernel(&objects.device, "k", 1, allocator, &kernel));
  info.max_sub_group_count = 0;
  size_t size = 0;
  expect_unsupported(muxQuerySubGroupSizeForLocalSize(&objects.kernel, 1, 1, 1, &size));
  expect_unsupported(muxQueryLocalSizeForSubGroupCount(&objects.kernel, 1, &size, &size, &size));
  expect_unsupported(muxQueryMaxNumSubGroups(&objects.kernel, &size));
}

TEST_CASE_METHOD(FeaturesFixture,
                 "muxCloneCommandBuffer.rc01, muxUpdateDescriptors.rc01, "
                 "muxCreateMemoryFromHost.rc01: a device that can do none of it",
                 "[features]") {
  info.can_clone_command_buffers = false;
  mux_command_buffer_t clone = nullptr;
  expect_unsupported(
      muxCloneCommandBuffer(&objects.device, allocator, &objects.command_buffer, &clone));
  info.descriptors_updatable = false;
  expect_unsupported(muxUpdateDescriptors(&objects.command_buffer, 0, 0, nullptr, nullptr));
  info.allocation_capabilities = mux_allocation_capabilities_alloc_device;
  mux_memory_t memory = nullptr;
  expect_unsupported(muxCreateMemoryFromHost(&objects.device, 64, host, allocator, &memory));
}

TEST_CASE_METHOD(FeaturesFixture,
                 "muxAllocateMemory.vu06, vu07, muxCommandNDRange.rc07: capabilities",
                 "[features]") {
  const uint32_t visible = mux_memory_property_host_visible | mux_memory_property_host_coherent;
  mux_memory_t memory = nullptr;
  const auto allocate = [&](mux_allocation_type_e type) {
    return muxAllocateMemory(&objects.device, 64, 1, visible, type, 0, allocator, &memory);
  };
  info.allocation_capabilities = mux_allocation_capabilities_alloc_device;
  CHECK(allocate(mux_allocation_type_alloc_device) == mux_success);
  expect_invalid(allocate(mux_allocation_type_alloc_host), "cannot allocate host memory");
  info.allocation_capabilities = mux_allocation_capabilities_coherent_host;
  CHECK(allocate(mux_allocation_type_alloc_host) == mux_success);
  expect_invalid(allocate(mux_allocation_type_alloc_device), "cannot allocate device memory");

  mux_descriptor_info_t descriptor = {};
  descriptor.type = mux_descriptor_info_type_custom_buffer;
  descriptor.custom_buffer_descriptor = {&descriptor, sizeof(descriptor), 0};
  const size_t sizes[1] = {1};
  const mux_ndrange_options_t options = {&descriptor, 1, {1, 1, 1}, sizes, sizes, 1};
  const auto record = [&] {
    return muxCommandNDRange(&objects.command_buffer, &objects.kernel, options, 0, nullptr,
                             nullptr);
  };
  CHECK(record() == mux_success);
  info.custom_buffer_capabilities = 0;
  expect_invalid(record(), "descriptors[0] is a custom buffer");
}

}  // namespace mux::test::features
