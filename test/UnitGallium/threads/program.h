/// @file
/// What threads that use contexts share. Catch2's assertions are not thread-safe, so threads note
/// what failed, and the test checks it after joining them.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "../../run_in_threads.h"
#include "../fixtures.h"

namespace gallium_test {

using mux::test::run_in_threads;
using mux::test::thread_count;

/// The program of all threads: `add` adds one to the numbers of buffer 0, `sum` adds the numbers of
/// buffer 1 to them. The stand-in for the kernel compiler has these kernels for any source.
inline constexpr std::string_view thread_program =
    "kernel void add(global uint *buffer_0, uint buffer_0_size) {"
    "  size_t i = get_global_id(0);"
    "  if (i < buffer_0_size / 4) buffer_0[i] += 1; }"
    "kernel void sum(global uint *buffer_0, uint buffer_0_size,"
    "                global const uint *buffer_1, uint buffer_1_size) {"
    "  size_t i = get_global_id(0);"
    "  if (i < buffer_0_size / 4 && i < buffer_1_size / 4) buffer_0[i] += buffer_1[i]; }";

inline constexpr uint32_t number_count = 64;
inline constexpr uint32_t number_bytes = number_count * sizeof(uint32_t);

/// A thread's context with the program, and whether all its calls succeeded.
class ThreadContext {
 public:
  ThreadContext() {
    note(muxGalliumCreateContext(screen(), 0, &handle_));
    mux_gallium_compute_template_t description{};
    description.language = mux_gallium_language_opencl_c;
    description.source = thread_program.data();
    description.source_length = thread_program.size();
    note(muxGalliumCreateComputeState(handle_, &description, &program_));
    note(muxGalliumBindComputeState(handle_, program_));
  }
  ~ThreadContext() { muxGalliumDestroyContext(handle_); }
  ThreadContext(const ThreadContext &) = delete;
  ThreadContext &operator=(const ThreadContext &) = delete;

  operator mux_gallium_context_t() const { return handle_; }

  /// Notes a result.
  void note(mux_result_t result) { failures_ += result == mux_success ? 0 : 1; }
  void expect(bool condition) { failures_ += condition ? 0 : 1; }
  int failures() const { return failures_; }

  /// Adds one, or the numbers of another buffer, to those of a buffer.
  void add(mux_gallium_resource_t buffer) { launch("add", buffer, nullptr); }
  void sum(mux_gallium_resource_t buffer, mux_gallium_resource_t other) {
    launch("sum", buffer, other);
  }
  void copy(mux_gallium_resource_t to, mux_gallium_resource_t from) {
    const Box all = bytes(0, number_bytes);
    note(muxGalliumResourceCopyRegion(handle_, to, 0, 0, 0, 0, from, 0, &all));
  }
  /// Writes a number everywhere, through a mapping.
  void fill(mux_gallium_resource_t buffer, uint32_t value) {
    if (uint32_t *numbers = map(buffer, mux_gallium_map_write)) {
      std::fill_n(numbers, number_count, value);
      unmap();
    }
  }
  /// Whether a number is everywhere, read through a mapping.
  bool has(mux_gallium_resource_t buffer, uint32_t value) {
    const uint32_t *numbers = map(buffer, mux_gallium_map_read);
    if (numbers == nullptr) {
      return false;
    }
    const bool same =
        std::all_of(numbers, numbers + number_count, [&](uint32_t each) { return each == value; });
    unmap();
    return same;
  }
  void flush(uint32_t flags = 0) { note(muxGalliumFlush(handle_, flags, nullptr)); }
  void wait_for(mux_gallium_fence_t fence) {
    bool signaled = false;
    note(muxGalliumFenceFinish(screen(), handle_, fence, UINT64_MAX, &signaled));
    expect(signaled);
  }
  /// Waits for all commands, whose flush orders no other context's.
  void finish() {
    mux_gallium_fence_t fence = nullptr;
    note(muxGalliumFlush(handle_, mux_gallium_flush_async, &fence));
    wait_for(fence);
    note(muxGalliumReleaseFence(fence));
  }

 private:
  void launch(const char *name, mux_gallium_resource_t buffer, mux_gallium_resource_t other) {
    const mux_gallium_shader_buffer_t slots[] = {{buffer, 0, number_bytes},
                                                 {other, 0, number_bytes}};
    note(muxGalliumSetShaderBuffers(handle_, mux_gallium_stage_compute, 0, other == nullptr ? 1 : 2,
                                    slots, 1));
    mux_gallium_grid_info_t grid{};
    grid.work_dim = 1;
    grid.block[0] = 8;
    grid.grid[0] = number_count / 8;
    note(muxGalliumGetComputeEntryPoint(program_, name, &grid.entry_point));
    note(muxGalliumLaunchGrid(handle_, &grid));
  }
  uint32_t *map(mux_gallium_resource_t buffer, uint32_t usage) {
    const Box all = bytes(0, number_bytes);
    void *data = nullptr;
    note(muxGalliumTransferMap(handle_, buffer, 0, usage, &all, &transfer_, &data));
    return static_cast<uint32_t *>(data);
  }
  void unmap() { note(muxGalliumTransferUnmap(handle_, transfer_)); }

  mux_gallium_context_t handle_ = nullptr;
  mux_gallium_compute_state_t program_ = nullptr;
  mux_gallium_transfer_t transfer_ = nullptr;
  int failures_ = 0;
};

/// A buffer of numbers that are all 0.
inline Resource zeros() {
  Resource made(buffer_of(number_bytes));
  Context context;
  context.write_all(made, std::vector<uint32_t>(number_count));
  context.finish();
  return made;
}

/// Requires that nothing failed on any thread.
inline void require_no_failures(const std::vector<int> &failures) {
  CHECK(failures == std::vector<int>(failures.size(), 0));
}

}  // namespace gallium_test
