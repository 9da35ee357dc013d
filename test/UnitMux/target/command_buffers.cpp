// Optional features that the host device has: cloning, updating descriptors, custom buffers. The
// fake target's device info controls them.

#include <mux/extensions.h>

#include <catch2/catch.hpp>

#include "fake_objects.h"
#include "fixtures.h"

namespace mux::test::command_buffers {

namespace {

class LackingFixture : public FakeTargetFixture {
 public:
  LackingFixture() { objects.device.info = &info; }

  mux_device_info_s info = *target.info(0);
  mux_descriptor_info_t descriptor = {};
};

}  // namespace

TEST_CASE_METHOD(LackingFixture,
                 "muxCloneCommandBuffer.rc01: a device that cannot clone answers "
                 "mux_error_feature_unsupported",
                 "[muxCloneCommandBuffer]") {
  constexpr EntryPoint entry_point("muxCloneCommandBuffer");
  mux_command_buffer_t clone = nullptr;
  const auto attempt = [&] {
    return muxCloneCommandBuffer(&objects.device, allocator, &objects.command_buffer, &clone);
  };
  CHECK(attempt() == mux_success);
  info.can_clone_command_buffers = false;
  entry_point.fails_because("does not support cloning", mux_error_feature_unsupported, attempt());
  CHECK(clone == nullptr);
  CHECK(host_device_info()->can_clone_command_buffers);
}

TEST_CASE_METHOD(LackingFixture,
                 "muxUpdateDescriptors.rc01: a device that cannot update descriptors answers "
                 "mux_error_feature_unsupported",
                 "[muxUpdateDescriptors]") {
  constexpr EntryPoint entry_point("muxUpdateDescriptors");
  descriptor.type = mux_descriptor_info_type_null_buffer;
  uint64_t index = 0;
  const auto attempt = [&] {
    return muxUpdateDescriptors(&objects.command_buffer, 0, 1, &index, &descriptor);
  };
  CHECK(attempt() == mux_success);
  info.descriptors_updatable = false;
  entry_point.fails_because("does not support updating", mux_error_feature_unsupported, attempt());
  CHECK(host_device_info()->descriptors_updatable);
}

TEST_CASE_METHOD(LackingFixture,
                 "muxUpdateNDRanges.updatable and custom_buffer: a device that cannot update "
                 "answers mux_error_feature_unsupported, one without custom buffers "
                 "mux_error_invalid_value",
                 "[muxUpdateNDRanges]") {
  constexpr EntryPoint entry_point("muxUpdateNDRanges");
  descriptor.type = mux_descriptor_info_type_custom_buffer;
  descriptor.custom_buffer_descriptor = {host, sizeof(host), 0};
  const size_t sizes[1] = {1};
  const mux_ndrange_update_t update = {
      0, &objects.kernel, {&descriptor, 1, {1, 1, 1}, sizes, sizes, 1}};
  const auto attempt = [&] { return muxUpdateNDRanges(&objects.command_buffer, 1, &update); };
  CHECK(attempt() == mux_success);
  info.descriptors_updatable = false;
  entry_point.fails_because("does not support updating", mux_error_feature_unsupported, attempt());
  info.custom_buffer_capabilities = 0;
  entry_point.fails_because("is a custom buffer", mux_error_invalid_value, attempt());
}

TEST_CASE_METHOD(LackingFixture,
                 "muxCommandNDRange.rc07, muxUpdateDescriptors.custom_buffer: custom buffers where "
                 "the device has none are mux_error_invalid_value",
                 "[muxCommandNDRange]") {
  constexpr EntryPoint nd_range("muxCommandNDRange");
  constexpr EntryPoint update("muxUpdateDescriptors");
  descriptor.type = mux_descriptor_info_type_custom_buffer;
  descriptor.custom_buffer_descriptor = {host, sizeof(host), 0};
  const size_t sizes[1] = {1};
  const mux_ndrange_options_t options = {&descriptor, 1, {1, 1, 1}, sizes, sizes, 1};
  uint64_t index = 0;
  const auto record = [&] {
    return muxCommandNDRange(&objects.command_buffer, &objects.kernel, options, 0, nullptr,
                             nullptr);
  };
  const auto change = [&] {
    return muxUpdateDescriptors(&objects.command_buffer, 0, 1, &index, &descriptor);
  };
  CHECK(record() == mux_success);
  CHECK(change() == mux_success);
  info.custom_buffer_capabilities = 0;
  nd_range.fails_because("is a custom buffer", mux_error_invalid_value, record());
  update.fails_because("is a custom buffer", mux_error_invalid_value, change());
  // A device that only uses address spaces gets no data.
  info.custom_buffer_capabilities = mux_custom_buffer_capabilities_address_space;
  descriptor.custom_buffer_descriptor = {nullptr, 0, 3};
  CHECK(record() == mux_success);
  CHECK(change() == mux_success);
}

}  // namespace mux::test::command_buffers
