#include "fixtures.h"

namespace gallium_test::constants {

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

namespace {

/// A program that takes two inlinable constants, and grids of it that return what it saw.
class InliningProgram {
 public:
  explicit InliningProgram(Context &context) : context_(context), result_(buffer_of(16)) {
    constexpr std::string_view source =
        "__attribute__((weak)) constant uint inlined_count = 0;"
        "__attribute__((weak)) constant uint inlined_values[4] = {0};"
        "kernel void k(constant uint *const_0, global uint *buffer_0) {"
        "  buffer_0[0] = inlined_count > 0 ? inlined_values[0] : const_0[1];"
        "  buffer_0[1] = inlined_count > 1 ? inlined_values[1] : const_0[3];"
        "  buffer_0[2] = inlined_count; }";
    mux_gallium_compute_template_t description{};
    description.language = mux_gallium_language_opencl_c;
    description.source = source.data();
    description.source_length = source.size();
    description.inlinable_constant_count = 2;
    description.inlinable_offsets[0] = 1;
    description.inlinable_offsets[1] = 3;
    succeed(muxGalliumCreateComputeState(context, &description, &program_));
    bind_buffer(context, 0, result_);
    succeed(muxGalliumBindComputeState(context, program_));
  }

  void set_buffer(uint32_t first, uint32_t second) {
    const uint32_t constants[] = {0, first, 0, second};
    const mux_gallium_constant_buffer_t buffer = {nullptr, 0, sizeof constants, constants};
    succeed(muxGalliumSetConstantBuffer(context_, compute, 0, &buffer));
  }
  void set_inlined(uint32_t first, uint32_t second) {
    const uint32_t values[] = {first, second};
    succeed(muxGalliumSetInlinableConstants(context_, compute, 2, values));
  }
  /// Both values, and how many of them were constants of the code.
  std::vector<uint32_t> seen() {
    mux_gallium_grid_info_t info{};
    std::fill_n(info.block, 3, 1U);
    std::fill_n(info.grid, 3, 1U);
    succeed(muxGalliumLaunchGrid(context_, &info));
    return context_.read_as<uint32_t>(result_, 0, 3);
  }
  mux_gallium_compute_state_t state() const { return program_; }

 private:
  Context &context_;
  Resource result_;
  mux_gallium_compute_state_t program_ = nullptr;
};

using Seen = std::vector<uint32_t>;

}  // namespace

TEST_CASE("V36 set_inlinable_constants: values are compiled in, and changes of them take effect") {
  Context context;
  InliningProgram program(context);
  program.set_buffer(5, 6);
  CHECK(program.seen() == Seen{5, 6, 0});
  program.set_inlined(5, 6);
  CHECK(program.seen() == Seen{5, 6, 2});
  // Values that the buffer does not have show where they come from.
  program.set_inlined(50, 60);
  CHECK(program.seen() == Seen{50, 60, 2});
  program.set_inlined(0, 0);
  CHECK(program.seen() == Seen{0, 0, 2});
  program.set_inlined(5, 6);
  CHECK(program.seen() == Seen{5, 6, 2});
}

TEST_CASE("V37, V38 set_inlinable_constants: dropped values are read from the buffer again") {
  Context context;
  InliningProgram program(context);
  program.set_buffer(5, 6);
  program.set_inlined(50, 60);
  CHECK(program.seen() == Seen{50, 60, 2});
  program.set_buffer(7, 8);
  CHECK(program.seen() == Seen{7, 8, 0});
  program.set_inlined(50, 60);
  succeed(muxGalliumBindComputeState(context, program.state()));
  CHECK(program.seen() == Seen{7, 8, 0});
}

TEST_CASE("V36 set_inlinable_constants: many values, of which some are read from the buffer") {
  Context context;
  InliningProgram program(context);
  uint32_t inlined = 0;
  for (uint32_t value = 1; value <= 24; ++value) {
    program.set_buffer(value, 2 * value);
    program.set_inlined(value, 2 * value);
    const Seen seen = program.seen();
    CHECK(seen[0] == value);
    CHECK(seen[1] == 2 * value);
    inlined += seen[2] / 2;
  }
  CHECK(inlined == 16);
  // Those that were compiled first are used still.
  program.set_buffer(1, 2);
  program.set_inlined(1, 2);
  CHECK(program.seen() == Seen{1, 2, 2});
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

}  // namespace gallium_test::constants
