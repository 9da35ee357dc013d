/// @file
/// Fixtures of the tests, each extending the previous one: a device with a counting allocator,
/// buffers and command buffers, and kernels compiled from source.
///
/// A fixture owns everything that its make_ functions return and destroys it at the end of the test
/// case, the device last; then it checks that no allocation is live. Fixtures make assertions, so
/// they are for the test's thread only. Objects may be passed to other threads.

#pragma once

#include <mux/compiler.h>
#include <mux/mux.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "calls/entry_point_calls.h"
#include "counting_allocator.h"
#include "entry_point.h"

namespace mux::test {

/// The device info of the built-in CPU target.
mux_device_info_t host_device_info();

/// A seed for random tests: printed when the test fails, fixed by the environment variable
/// MUX_TEST_SEED.
uint32_t random_seed();

/// A callback that ignores messages.
mux_callback_info_t no_callback();

class DeviceFixture {
 public:
  DeviceFixture();
  ~DeviceFixture();
  DeviceFixture(const DeviceFixture &) = delete;
  DeviceFixture &operator=(const DeviceFixture &) = delete;

  /// Calls `destroy` at the end of the test case, in reverse order of registration.
  void at_end(std::function<void()> destroy) { cleanups_.push_back(std::move(destroy)); }
  /// Destroys everything except the device now.
  void clean_up();

  CountingAllocator counter;
  mux_allocator_info_t allocator = counter.info();
  mux_device_t device = nullptr;
  mux_queue_t queue = nullptr;

 private:
  std::vector<std::function<void()>> cleanups_;
};

/// A buffer, its memory, and the host's mapping of it.
struct TestBuffer {
  mux_buffer_t buffer = nullptr;
  mux_memory_t memory = nullptr;
  std::span<uint8_t> bytes;

  template <class T>
  std::span<T> as() const {
    return {reinterpret_cast<T *>(bytes.data()), bytes.size() / sizeof(T)};
  }
};

class CommandBufferFixture : public DeviceFixture {
 public:
  CommandBufferFixture();

  mux_memory_t make_memory(size_t size);
  /// A zeroed buffer of `size` bytes.
  TestBuffer make_buffer(size_t size);
  template <class T>
  TestBuffer make_buffer(std::span<const T> values) {
    const TestBuffer buffer = make_buffer(values.size_bytes());
    std::copy(values.begin(), values.end(), buffer.as<T>().begin());
    return buffer;
  }
  mux_command_buffer_t make_command_buffer();
  mux_fence_t make_fence();
  mux_semaphore_t make_semaphore();

  /// Finalizes, dispatches and waits; returns the first error, or the result of the wait.
  mux_result_t run(mux_command_buffer_t target);
  /// Dispatches a finalized command buffer and waits.
  mux_result_t dispatch_and_wait(mux_command_buffer_t target);

  /// Records a callback that increments `marks_seen`.
  mux_sync_point_t record_mark(mux_command_buffer_t target);
  /// Records a mark, runs `command_buffer` and checks that all marks ran and nothing failed: that
  /// rejected calls have not changed it.
  void expect_still_runs();

  mux_command_buffer_t command_buffer = nullptr;
  std::atomic<int> marks_seen{0};

 private:
  int marks_recorded_ = 0;
};

/// Compiles OpenCL C; fails the test case with the build log if it does not compile.
std::string compile(std::string_view source, const char *options = nullptr,
                    mux_compile_output_e output = mux_compile_output_portable);

/// Arguments of a kernel, in order.
class Arguments {
 public:
  Arguments &buffer(const TestBuffer &buffer, uint64_t offset = 0);
  Arguments &null_buffer();
  Arguments &local(size_t size);
  Arguments &data(const void *data, size_t size);
  template <class T>
  Arguments &value(const T &value) {
    return data(&value, sizeof(T));
  }

  std::vector<mux_descriptor_info_t> descriptors;

 private:
  std::vector<std::unique_ptr<std::vector<uint8_t>>> values_;
};

struct Range {
  size_t dimensions = 1;
  size_t global[3] = {1, 1, 1};
  size_t local[3] = {1, 1, 1};
  size_t offset[3] = {0, 0, 0};

  static Range linear(size_t global, size_t local) {
    return {1, {global, 1, 1}, {local, 1, 1}, {}};
  }
};

class KernelFixture : public CommandBufferFixture {
 public:
  mux_executable_t load(std::string_view binary);
  mux_kernel_t make_kernel(mux_executable_t executable, const char *name);
  /// Compiles and loads `source` and makes its kernel `name`.
  mux_kernel_t build(std::string_view source, const char *name, const char *options = nullptr);
  /// Compiles and loads `source`, and requires that its kernel `name` cannot be created.
  /// @return the error message.
  std::string kernel_refusal(std::string_view source, const char *name,
                             const char *options = nullptr);

  mux_result_t record(mux_command_buffer_t target, mux_kernel_t kernel, Arguments &arguments,
                      const Range &range);
  /// Records the kernel into a new command buffer, runs it, and requires success.
  void launch(mux_kernel_t kernel, Arguments &arguments, const Range &range);
};

}  // namespace mux::test

/// A test case with a fixture whose constructor and destructor do not count for the records of the
/// test. (Catch2's own implementation is the same otherwise.)
template <class Fixture>
  requires std::is_class_v<Fixture>
class Catch::TestInvokerAsMethod<Fixture> : public ITestInvoker {
 public:
  explicit TestInvokerAsMethod(void (Fixture::*test)()) noexcept : test_(test) {}

  void invoke() const override {
    std::optional<mux::test::NotTheTest> setting_up(std::in_place);
    Fixture fixture;
    setting_up.reset();
    // Also if an assertion ends the test.
    struct TearsDown {
      ~TearsDown() { not_the_test->emplace(); }
      std::optional<mux::test::NotTheTest> *not_the_test;
    } const tears_down{&setting_up};
    (fixture.*test_)();
  }

 private:
  void (Fixture::*test_)();
};
