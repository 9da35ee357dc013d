#include "fixtures.h"

namespace gallium_test::launch_grid {

namespace {

/// Counts the instances of each element of a grid.
constexpr std::string_view count_instances =
    "kernel void count(global uint *buffer_0) {"
    "  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);"
    "  size_t w = get_global_size(0), h = get_global_size(1);"
    "  atomic_inc(buffer_0 + x + w * (y + h * z)); }";

void clear(mux_gallium_context_t context, mux_gallium_resource_t buffer, uint64_t size) {
  constexpr uint32_t zero = 0;
  succeed(muxGalliumClearBuffer(context, buffer, 0, size, &zero, 4));
}

}  // namespace

TEST_CASE("P05, P06 launch_grid: one instance for each element of a grid of three dimensions") {
  Context context;
  const Resource buffer(buffer_of(4 * 4096));
  clear(context, buffer, 4 * 4096);
  mux_gallium_compute_state_t program = compile(context, count_instances);
  succeed(muxGalliumBindComputeState(context, program));
  bind_buffer(context, 0, buffer);
  mux_gallium_grid_info_t info{};
  info.block[0] = 4;
  info.block[1] = 2;
  info.block[2] = 3;
  info.grid[0] = 5;
  info.grid[1] = 4;
  info.grid[2] = 2;
  succeed(muxGalliumLaunchGrid(context, &info));
  std::vector<uint32_t> expected(4096, 0);
  std::fill_n(expected.begin(), 20 * 8 * 6, 1U);
  CHECK(context.read_as<uint32_t>(buffer, 0, 4096) == expected);
}

TEST_CASE("P05 launch_grid: partial last blocks, base, and grids without work-groups") {
  Context context;
  const Resource buffer(buffer_of(4 * 64));
  clear(context, buffer, 256);
  mux_gallium_compute_state_t program = compile(
      context, "kernel void mark(global uint *buffer_0) { buffer_0[get_global_id(0)] += 1; }");
  succeed(muxGalliumBindComputeState(context, program));
  bind_buffer(context, 0, buffer);
  mux_gallium_grid_info_t info{};
  info.work_dim = 1;
  info.block[0] = 8;
  info.last_block[0] = 3;
  info.grid[0] = 3;
  info.grid_base[0] = 10;
  succeed(muxGalliumLaunchGrid(context, &info));
  info.grid[0] = 0;
  succeed(muxGalliumLaunchGrid(context, &info));
  std::vector<uint32_t> expected(64, 0);
  std::fill_n(expected.begin() + 10, 19, 1U);
  CHECK(context.read_as<uint32_t>(buffer, 0, 64) == expected);
}

TEST_CASE("P05 launch_grid: the size may be in a buffer that an earlier grid writes") {
  Context context;
  const Resource sizes(buffer_of(32));
  const Resource buffer(buffer_of(4 * 64));
  clear(context, buffer, 256);
  mux_gallium_compute_state_t choose =
      compile(context,
              "kernel void choose(global uint *buffer_0) {"
              "  buffer_0[2] = 5; buffer_0[3] = 1; buffer_0[4] = 1; }");
  mux_gallium_compute_state_t mark = compile(
      context, "kernel void mark(global uint *buffer_1) { buffer_1[get_global_id(0)] += 1; }");
  bind_buffer(context, 0, sizes);
  bind_buffer(context, 1, buffer);
  run(context, choose, 1);
  succeed(muxGalliumBindComputeState(context, mark));
  mux_gallium_grid_info_t info{};
  info.block[0] = 4;
  info.block[1] = 1;
  info.block[2] = 1;
  info.indirect = sizes;
  info.indirect_offset = 8;
  succeed(muxGalliumLaunchGrid(context, &info));
  std::vector<uint32_t> expected(64, 0);
  std::fill_n(expected.begin(), 20, 1U);
  CHECK(context.read_as<uint32_t>(buffer, 0, 64) == expected);
  info.indirect_offset = 24;
  refuse(muxGalliumLaunchGrid(context, &info), mux_error_invalid_value, "indirect");
  info.indirect_offset = 2;
  refuse(muxGalliumLaunchGrid(context, &info), mux_error_invalid_value, "indirect");
}

TEST_CASE("P07 launch_grid: a grid sees what the grid before wrote") {
  Context context;
  const Resource buffer(buffer_of(4 * 1024));
  clear(context, buffer, 4096);
  mux_gallium_compute_state_t shift = compile(context,
                                              "kernel void shift(global uint *buffer_0) {"
                                              "  size_t i = get_global_id(0);"
                                              "  buffer_0[i] = buffer_0[i] * 3 + 1; }");
  bind_buffer(context, 0, buffer);
  uint32_t expected = 0;
  for (int round = 0; round < 20; ++round) {
    run(context, shift, 64, 16);
    expected = expected * 3 + 1;
  }
  CHECK(context.read_as<uint32_t>(buffer, 0, 1024) == std::vector<uint32_t>(1024, expected));
}

TEST_CASE("P10, P13 launch_grid: local memory is shared by a work-group") {
  Context context;
  const Resource buffer(buffer_of(4 * 64));
  mux_gallium_compute_state_t reverse =
      compile(context,
              "kernel void reverse(local uint *shared, uint shared_size, global uint *buffer_0) {"
              "  uint l = get_local_id(0), n = get_local_size(0);"
              "  shared[l] = get_group_id(0) * 100 + l;"
              "  barrier(CLK_LOCAL_MEM_FENCE);"
              "  buffer_0[get_global_id(0)] = shared[n - 1 - l] + 1000 * shared_size; }",
              0, 32);
  succeed(muxGalliumBindComputeState(context, reverse));
  bind_buffer(context, 0, buffer);
  mux_gallium_grid_info_t info{};
  info.work_dim = 1;
  info.block[0] = 16;
  info.grid[0] = 4;
  // Static and variable bytes add up.
  info.variable_shared_memory = 32;
  succeed(muxGalliumLaunchGrid(context, &info));
  const std::vector<uint32_t> got = context.read_as<uint32_t>(buffer, 0, 64);
  for (uint32_t index = 0; index < 64; ++index) {
    CHECK(got[index] == index / 16 * 100 + 15 - index % 16 + 64'000);
  }
}

TEST_CASE("P11, P14 launch_grid: private memory belongs to one instance") {
  Context context;
  const Resource buffer(buffer_of(4 * 64));
  mux_gallium_compute_state_t program =
      compile(context,
              "kernel void k(global uint *buffer_0) {"
              "  uint own[16]; uint i = get_global_id(0);"
              "  for (uint n = 0; n < 16; ++n) own[n] = i * n;"
              "  barrier(CLK_GLOBAL_MEM_FENCE);"
              "  uint sum = 0; for (uint n = 0; n < 16; ++n) sum += own[(n + i) % 16];"
              "  buffer_0[i] = sum; }");
  bind_buffer(context, 0, buffer);
  run(context, program, 4, 16);
  const std::vector<uint32_t> got = context.read_as<uint32_t>(buffer, 0, 64);
  for (uint32_t index = 0; index < 64; ++index) {
    CHECK(got[index] == index * 120);
  }
}

TEST_CASE("P12, P13 launch_grid: INPUT is given with the grid, and copied") {
  Context context;
  const Resource buffer(buffer_of(8));
  mux_gallium_compute_state_t program =
      compile(context,
              "kernel void k(constant uchar *input, uint input_size, global uint *buffer_0) {"
              "  buffer_0[0] = input[0] | input[1] << 8 | input[2] << 16 | input[3] << 24;"
              "  buffer_0[1] = input_size; }",
              4);
  bind_buffer(context, 0, buffer);
  Blockade blockade(context);
  uint32_t input = 0x12345678;
  run(context, program, 1, 1, &input);
  input = 0;
  blockade.release();
  CHECK(context.read_as<uint32_t>(buffer, 0, 2) == std::vector<uint32_t>{0x12345678, 4});
  mux_gallium_grid_info_t info{};
  std::fill_n(info.block, 3, 1U);
  std::fill_n(info.grid, 3, 1U);
  refuse(muxGalliumLaunchGrid(context, &info), mux_error_invalid_value, "INPUT");
}

TEST_CASE("P18 launch_grid: a grid runs whatever the render condition says") {
  Context context;
  const Resource buffer(buffer_of(4));
  clear(context, buffer, 4);
  mux_gallium_query_t query = nullptr;
  succeed(muxGalliumCreateQuery(context, mux_gallium_query_timestamp, 0, &query));
  succeed(muxGalliumEndQuery(context, query));
  succeed(muxGalliumRenderCondition(context, query, true, mux_gallium_condition_wait));
  mux_gallium_compute_state_t program =
      compile(context, "kernel void k(global uint *buffer_0) { buffer_0[0] = 3; }");
  bind_buffer(context, 0, buffer);
  run(context, program, 1);
  CHECK(context.read_as<uint32_t>(buffer, 0, 1)[0] == 3);
}

TEST_CASE("launch_grid: wrong blocks and grids are refused") {
  Context context;
  mux_gallium_compute_state_t program =
      compile(context, "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(void) {}");
  succeed(muxGalliumBindComputeState(context, program));
  mux_gallium_grid_info_t info{};
  info.work_dim = 1;
  info.grid[0] = 1;
  refuse(muxGalliumLaunchGrid(context, &info), mux_error_invalid_value, "block is empty");
  info.block[0] = 8;
  refuse(muxGalliumLaunchGrid(context, &info), mux_error_invalid_value, "another block");
  info.block[0] = 4;
  info.last_block[0] = 5;
  refuse(muxGalliumLaunchGrid(context, &info), mux_error_invalid_value, "last block");
  info.last_block[0] = 0;
  info.grid[0] = limits().max_compute_grid_size[0] + 1;
  refuse(muxGalliumLaunchGrid(context, &info), mux_error_invalid_value, "too many");
  info.entry_point = 1;
  refuse(muxGalliumLaunchGrid(context, &info), mux_error_invalid_value, "entry point");
  refuse(muxGalliumLaunchGrid(context, nullptr), mux_error_invalid_value, "NULL");
}

}  // namespace gallium_test::launch_grid
