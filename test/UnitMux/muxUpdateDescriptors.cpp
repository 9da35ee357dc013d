#include <catch2/catch.hpp>

#include "fixtures.h"

using namespace mux::test;

namespace {
constexpr EntryPoint entry_point("muxUpdateDescriptors");
}

TEST_CASE_METHOD(KernelFixture,
                 "muxUpdateDescriptors.rc01: a device that cannot update descriptors answers "
                 "mux_error_feature_unsupported, and the command buffer is unchanged",
                 "[muxUpdateDescriptors]") {
  REQUIRE_FALSE(device->info->descriptors_updatable);
  mux_kernel_t kernel = build("kernel void k(global int *out) { out[0] = 1; }", "k");
  const TestBuffer recorded = make_buffer(4);
  const TestBuffer other = make_buffer(4);
  Arguments arguments;
  arguments.buffer(recorded);
  REQUIRE(record(command_buffer, kernel, arguments, Range::linear(1, 1)) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  Arguments update;
  update.buffer(other);
  uint64_t index = 0;
  entry_point.fails(mux_error_feature_unsupported,
                    muxUpdateDescriptors(command_buffer, 0, 1, &index, update.descriptors.data()));
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(recorded.as<int>()[0] == 1);
  CHECK(other.as<int>()[0] == 0);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxUpdateDescriptors: null, wrong-type and foreign command buffers, and missing "
                 "arrays, are mux_error_invalid_value",
                 "[muxUpdateDescriptors]") {
  uint64_t index = 0;
  Arguments update;
  update.null_buffer();
  for (mux_command_buffer_t invalid : InvalidObjects<mux_command_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxUpdateDescriptors(invalid, 0, 1, &index, update.descriptors.data()));
  }
  entry_point.fails(mux_error_invalid_value,
                    muxUpdateDescriptors(command_buffer, 0, 1, nullptr, update.descriptors.data()));
  entry_point.fails(mux_error_invalid_value,
                    muxUpdateDescriptors(command_buffer, 0, 1, &index, nullptr));
}
