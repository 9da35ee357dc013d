// OpenCL C pipes in buffers that the program initializes (mux/pipe.h).

#include <mux/pipe.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "fixtures.h"

namespace mux::test::pipes {

namespace {

constexpr const char *options = "-cl-std=CL3.0";

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: a pipe passes packets between commands", "[kernels]") {
  constexpr uint32_t items = 64 * 200;
  constexpr uint32_t room = 10000;
  mux_kernel_t write = build(R"(
    kernel void k(write_only pipe uint2 out, global int *ok) {
      const uint2 packet = (uint2)(get_global_id(0), ~get_global_id(0));
      ok[get_global_id(0)] = write_pipe(out, &packet) == 0;
    })",
                             "k", options);
  mux_kernel_t read = build(R"(
    kernel void k(read_only pipe uint2 in, global uint *seen) {
      uint2 packet;
      if (read_pipe(in, &packet) == 0 && packet.x == ~packet.y) atomic_inc(&seen[packet.x]);
    })",
                            "k", options);
  const TestBuffer pipe = make_buffer(mux_pipe_size(8, room));
  mux_pipe_initialize(pipe.bytes.data(), 8, room);
  const TestBuffer ok = make_buffer(items * sizeof(int));
  const TestBuffer seen = make_buffer(items * sizeof(uint32_t));
  Arguments written;
  Arguments taken;
  written.buffer(pipe).buffer(ok);
  taken.buffer(pipe).buffer(seen);
  // Ordered by their accesses to the pipe.
  REQUIRE(record(command_buffer, write, written, Range::linear(items, 64)) == mux_success);
  REQUIRE(record(command_buffer, read, taken, Range::linear(items, 64)) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  const auto successes = ok.as<int>();
  CHECK(std::accumulate(successes.begin(), successes.end(), 0) == room);
  const auto counts = seen.as<uint32_t>();
  CHECK(std::equal(counts.begin(), counts.end(), successes.begin()));
  const auto *header = reinterpret_cast<const mux_pipe_t *>(pipe.bytes.data());
  CHECK(header->written == room);
  CHECK(header->removed == room);
}

TEST_CASE_METHOD(KernelFixture, "kernels: a null buffer is not a pipe", "[kernels]") {
  mux_kernel_t kernel = build("kernel void k(pipe int in) {}", "k", options);
  Arguments nothing;
  nothing.null_buffer();
  CHECK(record(command_buffer, kernel, nothing, Range::linear(1, 1)) == mux_error_invalid_value);
  nothing.descriptors[0].type = mux_descriptor_info_type_custom_buffer;
  nothing.descriptors[0].custom_buffer_descriptor = {nullptr, 64, 0};
  CHECK(record(command_buffer, kernel, nothing, Range::linear(1, 1)) == mux_error_invalid_value);
}

TEST_CASE_METHOD(KernelFixture, "kernels: reservations are kept in variables of all kinds",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    typedef struct { int before; reserve_id_t id; } kept;
    kernel void k(write_only pipe int out, global char *memory, global int *result) {
      local reserve_id_t together[2];
      local kept whole;
      kept mine[2];
      global reserve_id_t *outside = (global reserve_id_t *)memory;
      const int l = get_local_id(0);
      outside[l] = reserve_write_pipe(out, 1);
      mine[l % 2].id = outside[l];
      if (l < 2) together[l] = mine[l].id;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l == 0) whole.id = CLK_NULL_RESERVE_ID;
      barrier(CLK_LOCAL_MEM_FENCE);
      reserve_id_t chosen = l < 2 ? together[1 - l] : mine[l % 2].id;
      result[l] = is_valid_reserve_id(chosen) + 2 * is_valid_reserve_id(whole.id);
      if (is_valid_reserve_id(chosen)) {
        write_pipe(out, chosen, 0, &l);
        commit_write_pipe(out, chosen);
      }
    })",
                              "k", options);
  const TestBuffer pipe = make_buffer(mux_pipe_size(4, 6));
  mux_pipe_initialize(pipe.bytes.data(), 4, 6);
  const TestBuffer memory = make_buffer(8 * sizeof(uint64_t));
  const TestBuffer result = make_buffer(8 * sizeof(int));
  Arguments arguments;
  arguments.buffer(pipe).buffer(memory).buffer(result);
  launch(kernel, arguments, Range::linear(8, 8));
  const auto results = result.as<int>();
  CHECK(std::accumulate(results.begin(), results.end(), 0) == 6);
  CHECK(reinterpret_cast<const mux_pipe_t *>(pipe.bytes.data())->written == 6);
}

}  // namespace mux::test::pipes
