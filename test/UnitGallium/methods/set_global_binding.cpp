#include "fixtures.h"

namespace gallium_test::set_global_binding {

TEST_CASE("P07, P08, P13 set_global_binding: grids access bound buffers by address") {
  Context context;
  const Resource one(buffer_of(64, 0, mux_gallium_bind_global));
  const Resource two(buffer_of(64, 0, mux_gallium_bind_global));
  context.write_all(one, std::vector<uint32_t>(16, 5));
  mux_gallium_compute_state_t program = compile(
      context,
      "kernel void add(constant ulong *input) {"
      "  global uint *from = (global uint *)input[0]; global uint *to = (global uint *)input[1];"
      "  size_t i = get_global_id(0); to[i] = from[i] + i; }",
      16);
  // The first handle starts at the second element.
  uint64_t addresses[] = {4, 0};
  void *handles[] = {&addresses[0], &addresses[1]};
  const mux_gallium_resource_t bound[] = {one, two};
  succeed(muxGalliumSetGlobalBinding(context, 2, 2, bound, handles));
  constexpr uint32_t zero = 0;
  succeed(muxGalliumClearBuffer(context, two, 0, 64, &zero, 4));
  constexpr uint32_t seven = 7;
  succeed(muxGalliumClearBuffer(context, one, 0, 64, &seven, 4));
  run(context, program, 8, 1, addresses);
  // Ordered before and after, although the device sees no buffers.
  const Resource copy(buffer_of(64));
  const Box all = bytes(0, 64);
  succeed(muxGalliumResourceCopyRegion(context, copy, 0, 0, 0, 0, two, 0, &all));
  const std::vector<uint32_t> got = context.read_as<uint32_t>(copy, 0, 16);
  for (uint32_t index = 0; index < 8; ++index) {
    CHECK(got[index] == 7 + index);
  }
  CHECK(got[8] == 0);
}

TEST_CASE("P07, P08 set_global_binding: grids are ordered with commands on what they may access") {
  // Large, so that a grid that does not wait for the clear is ahead of it.
  constexpr uint32_t size = 32U << 20U;
  constexpr uint32_t last = size / 4 - 1;
  Context context;
  const Resource buffer(buffer_of(size, 0, mux_gallium_bind_global));
  const Resource result(buffer_of(64));
  constexpr uint32_t five = 5;
  succeed(muxGalliumClearBuffer(context, buffer, 0, size, &five, 4));
  context.finish();
  mux_gallium_compute_state_t program =
      compile(context,
              "kernel void k(constant ulong *input, global uint *buffer_0) {"
              "  buffer_0[get_global_id(0)] = *(global uint *)input[0]; }",
              8);
  uint64_t address = uint64_t{last} * 4;
  void *handles[] = {&address};
  const mux_gallium_resource_t bound[] = {buffer};
  succeed(muxGalliumSetGlobalBinding(context, 0, 1, bound, handles));
  bind_buffer(context, 0, result);
  run(context, program, 16, 1, &address);
  CHECK(context.read_as<uint32_t>(result, 0, 16) == std::vector<uint32_t>(16, 5));
  {
    const Blockade blockade(context);
    constexpr uint32_t seven = 7;
    succeed(muxGalliumClearBuffer(context, buffer, 0, size, &seven, 4));
    run(context, program, 16, 1, &address);
  }
  CHECK(context.read_as<uint32_t>(result, 0, 16) == std::vector<uint32_t>(16, 7));
}

TEST_CASE("P08 set_global_binding: bound buffers can be parameters as well") {
  Context context;
  const Resource buffer(buffer_of(64, 0, mux_gallium_bind_global));
  mux_gallium_compute_state_t program =
      compile(context,
              "kernel void k(global uint *global_3, uint global_3_size) {"
              "  global_3[get_global_id(0)] = global_3_size; }");
  const mux_gallium_resource_t bound[] = {buffer};
  succeed(muxGalliumSetGlobalBinding(context, 3, 1, bound, nullptr));
  run(context, program, 16);
  CHECK(context.read_as<uint32_t>(buffer, 0, 16) == std::vector<uint32_t>(16, 64));
}

TEST_CASE("P09 set_global_binding: buffers need the flag") {
  Context context;
  const Resource plain(buffer_of(64));
  const mux_gallium_resource_t bound[] = {plain};
  refuse(muxGalliumSetGlobalBinding(context, 0, 1, bound, nullptr), mux_error_invalid_value,
         "global bindings");
  refuse(muxGalliumSetGlobalBinding(context, 31, 2, nullptr, nullptr), mux_error_invalid_value,
         "slots");
}

}  // namespace gallium_test::set_global_binding
