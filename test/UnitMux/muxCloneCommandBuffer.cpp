#include <catch2/catch.hpp>

#include "object_checks.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxCloneCommandBuffer");

class CloneFixture : public CommandBufferFixture {
 public:
  CloneFixture() { REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success); }

  Create<mux_command_buffer_t> create = [this](mux_device_t target, mux_allocator_info_t with,
                                               mux_command_buffer_t *out) {
    return muxCloneCommandBuffer(target, with, command_buffer, out);
  };
};

}  // namespace

TEST_CASE_METHOD(CloneFixture,
                 "muxCloneCommandBuffer.rc01, vu01: a device that cannot clone answers "
                 "mux_error_feature_unsupported",
                 "[muxCloneCommandBuffer]") {
  REQUIRE_FALSE(device->info->can_clone_command_buffers);
  mux_command_buffer_t clone = nullptr;
  entry_point.fails(mux_error_feature_unsupported, create(device, allocator, &clone));
  const auto results = run_in_threads([&](unsigned) {
    mux_command_buffer_t out = nullptr;
    return create(device, allocator, &out);
  });
  for (const mux_result_t result : results) {
    CHECK(result == mux_error_feature_unsupported);
  }
}

TEST_CASE_METHOD(CloneFixture,
                 "muxCloneCommandBuffer.rc02: an incomplete allocator is "
                 "mux_error_null_allocator_callback",
                 "[muxCloneCommandBuffer]") {
  check_null_allocator(entry_point, *this, create);
}

TEST_CASE_METHOD(CloneFixture,
                 "muxCloneCommandBuffer.rc03: null, wrong-type and foreign objects are "
                 "mux_error_invalid_value",
                 "[muxCloneCommandBuffer]") {
  mux_command_buffer_t clone = nullptr;
  for (mux_command_buffer_t invalid : InvalidObjects<mux_command_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxCloneCommandBuffer(device, allocator, invalid, &clone));
  }
  check_device(entry_point, *this, create);
}

TEST_CASE_METHOD(CloneFixture,
                 "muxCloneCommandBuffer.rc04: no out parameter is mux_error_null_out_parameter",
                 "[muxCloneCommandBuffer]") {
  check_null_out(entry_point, *this, create);
}
