#include "fixtures.h"

using namespace gallium_test;

namespace {

constexpr auto compute = mux_gallium_stage_compute;

constexpr std::string_view copy_constants =
    "kernel void copy(constant uint *const_0, uint const_0_size, constant uint *const_3,"
    "                 uint const_3_size, global uint *buffer_0) {"
    "  buffer_0[0] = const_0_size; buffer_0[1] = const_3_size;"
    "  buffer_0[2] = const_0_size != 0 ? const_0[0] : 99;"
    "  buffer_0[3] = const_3_size != 0 ? const_3[0] : 99; }";

std::vector<uint32_t> inlinable(mux_gallium_context_t context, mux_gallium_stage_e stage) {
  std::vector<uint32_t> values(MUX_GALLIUM_MAX_INLINABLE_CONSTANTS);
  uint32_t count = 0;
  succeed(muxGalliumGetInlinableConstants(context, stage, values.data(), &count));
  values.resize(count);
  return values;
}

}  // namespace

TEST_CASE("V34, V35 set_constant_buffer: by value and from buffers, at several indices") {
  Context context;
  const Resource result(buffer_of(16));
  const Resource constants(buffer_of(64));
  context.write_all<uint32_t>(constants, {1, 2, 3, 4, 5, 6, 7, 8});
  mux_gallium_compute_state_t program = compile(context, copy_constants);
  bind_buffer(context, 0, result);
  uint32_t value = 40;
  const mux_gallium_constant_buffer_t by_value = {nullptr, 0, 4, &value};
  const mux_gallium_constant_buffer_t from_buffer = {constants, 16, 1000, nullptr};
  succeed(muxGalliumSetConstantBuffer(context, compute, 0, &by_value));
  // Copied by the call.
  value = 41;
  succeed(muxGalliumSetConstantBuffer(context, compute, 3, &from_buffer));
  // Another stage does not matter.
  succeed(muxGalliumSetConstantBuffer(context, mux_gallium_stage_vertex, 3, &by_value));
  run(context, program, 1);
  CHECK(context.read_as<uint32_t>(result, 0, 4) == std::vector<uint32_t>{4, 48, 40, 5});
  succeed(muxGalliumSetConstantBuffer(context, compute, 0, nullptr));
  succeed(muxGalliumSetConstantBuffer(context, compute, 3, &by_value));
  run(context, program, 1);
  CHECK(context.read_as<uint32_t>(result, 0, 4) == std::vector<uint32_t>{0, 4, 99, 41});
}

TEST_CASE("V34 set_constant_buffer: wrong ranges are refused") {
  Context context;
  const Resource constants(buffer_of(64));
  mux_gallium_constant_buffer_t bound = {constants, 4, 16, nullptr};
  refuse(muxGalliumSetConstantBuffer(context, compute, 0, &bound), mux_error_invalid_value,
         "aligned");
  bound.offset = 80;
  refuse(muxGalliumSetConstantBuffer(context, compute, 0, &bound), mux_error_invalid_value,
         "beyond");
  refuse(muxGalliumSetConstantBuffer(context, compute, 16, nullptr), mux_error_invalid_value,
         "slots");
  refuse(muxGalliumSetConstantBuffer(context, mux_gallium_stage_count, 0, nullptr),
         mux_error_invalid_value, "stage");
}

TEST_CASE("V36, V39 set_inlinable_constants: results are those of the program without them") {
  Context context;
  const Resource result(buffer_of(16));
  bind_buffer(context, 0, result);
  mux_gallium_compute_template_t description{};
  description.language = mux_gallium_language_opencl_c;
  description.source = copy_constants.data();
  description.source_length = copy_constants.size();
  description.inlinable_constant_count = 1;
  mux_gallium_compute_state_t program = nullptr;
  succeed(muxGalliumCreateComputeState(context, &description, &program));
  succeed(muxGalliumBindComputeState(context, program));
  const uint32_t value = 40;
  const mux_gallium_constant_buffer_t by_value = {nullptr, 0, 4, &value};
  succeed(muxGalliumSetConstantBuffer(context, compute, 0, &by_value));
  mux_gallium_grid_info_t info{};
  std::fill_n(info.block, 3, 1U);
  std::fill_n(info.grid, 3, 1U);
  succeed(muxGalliumLaunchGrid(context, &info));
  const std::vector<uint32_t> without = context.read_as<uint32_t>(result, 0, 4);
  succeed(muxGalliumSetInlinableConstants(context, compute, 1, &value));
  succeed(muxGalliumLaunchGrid(context, &info));
  CHECK(context.read_as<uint32_t>(result, 0, 4) == without);
  CHECK(without[2] == 40);
  description.inlinable_constant_count = MUX_GALLIUM_MAX_INLINABLE_CONSTANTS + 1;
  refuse(muxGalliumCreateComputeState(context, &description, &program), mux_error_invalid_value,
         "inlinable");
  refuse(muxGalliumSetInlinableConstants(context, compute, 5, &value), mux_error_invalid_value,
         "number of values");
}

TEST_CASE("V37 set_inlinable_constants: any set_constant_buffer drops them") {
  Context context;
  const uint32_t values[] = {1, 2};
  const mux_gallium_constant_buffer_t by_value = {nullptr, 0, 8, values};
  succeed(muxGalliumSetInlinableConstants(context, compute, 2, values));
  succeed(muxGalliumSetInlinableConstants(context, mux_gallium_stage_vertex, 1, values));
  CHECK(inlinable(context, compute) == std::vector<uint32_t>{1, 2});
  CHECK(inlinable(context, mux_gallium_stage_vertex) == std::vector<uint32_t>{1});
  // Another stage, and another index.
  succeed(muxGalliumSetConstantBuffer(context, mux_gallium_stage_fragment, 5, &by_value));
  CHECK(inlinable(context, compute).empty());
  CHECK(inlinable(context, mux_gallium_stage_vertex).empty());
}

TEST_CASE("V38 set_inlinable_constants: binding a program drops them") {
  Context context;
  const uint32_t value = 1;
  succeed(muxGalliumSetInlinableConstants(context, compute, 1, &value));
  CHECK(inlinable(context, compute).size() == 1);
  succeed(muxGalliumBindComputeState(context, nullptr));
  CHECK(inlinable(context, compute).empty());
}
