// Many objects are created and destroyed, on one thread and on many; every test ends with no live
// allocation.

#include <catch2/catch.hpp>
#include <numeric>

#include "../run_in_threads.h"
#include "fixtures.h"

namespace mux::test::lifetime {

namespace {

constexpr const char *source = R"(
  kernel void add(global int *data, int what) { data[get_global_id(0)] += what; }
  kernel void reverse(global int *data, local int *s) {
    size_t l = get_local_id(0);
    s[l] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_global_id(0)] = s[get_local_size(0) - 1 - l];
  })";

/// The binary of `source`, compiled once.
const std::string &binary() {
  static const std::string compiled = compile(source);
  return compiled;
}

/// One complete use of the library, without assertions, so that it can run on any thread.
class Round {
 public:
  Round(mux_device_t device, mux_queue_t queue, mux_executable_t executable,
        mux_allocator_info_t allocator)
      : device_(device), queue_(queue), executable_(executable), allocator_(allocator) {}

  /// Creates a buffer, a kernel and a command buffer, adds `what` to `count` numbers, reads them
  /// back, waits and destroys everything immediately. Returns whether all calls succeeded.
  bool run(int what, size_t count) {
    std::vector<int> numbers(count, 1);
    const bool good = create(count * sizeof(int)) && record(numbers, what) && execute();
    destroy();
    return good &&
           std::count(numbers.begin(), numbers.end(), 1 + what) == static_cast<ptrdiff_t>(count);
  }

 private:
  bool create(size_t size) {
    return muxCreateBuffer(device_, size, allocator_, &buffer_) == mux_success &&
           muxAllocateMemory(device_, size, 1, mux_memory_property_device_local,
                             mux_allocation_type_alloc_device, 0, allocator_,
                             &memory_) == mux_success &&
           muxBindBufferMemory(device_, memory_, buffer_, 0) == mux_success &&
           muxCreateKernel(device_, executable_, "add", 3, allocator_, &kernel_) == mux_success &&
           muxCreateCommandBuffer(device_, nullptr, allocator_, &commands_) == mux_success &&
           muxCreateFence(device_, allocator_, &fence_) == mux_success;
  }

  bool record(std::vector<int> &numbers, int what) {
    const size_t size = numbers.size() * sizeof(int);
    Arguments arguments;
    arguments.buffer({buffer_, nullptr, {}}).value(what);
    const size_t offset[3] = {0, 0, 0};
    const size_t global[3] = {numbers.size(), 1, 1};
    mux_ndrange_options_t options{};
    options.descriptors = arguments.descriptors.data();
    options.descriptors_length = arguments.descriptors.size();
    options.local_size[0] = 16;
    options.local_size[1] = 1;
    options.local_size[2] = 1;
    options.global_offset = offset;
    options.global_size = global;
    options.dimensions = 1;
    return muxCommandWriteBuffer(commands_, buffer_, 0, numbers.data(), size, 0, nullptr,
                                 nullptr) == mux_success &&
           muxCommandNDRange(commands_, kernel_, options, 0, nullptr, nullptr) == mux_success &&
           muxCommandReadBuffer(commands_, buffer_, 0, numbers.data(), size, 0, nullptr, nullptr) ==
               mux_success;
  }

  bool execute() {
    return muxFinalizeCommandBuffer(commands_) == mux_success &&
           muxDispatch(queue_, commands_, fence_, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
               mux_success &&
           muxWait(queue_, fence_) == mux_success;
  }

  void destroy() {
    muxDestroyFence(device_, fence_, allocator_);
    muxDestroyCommandBuffer(device_, commands_, allocator_);
    muxDestroyKernel(device_, kernel_, allocator_);
    muxDestroyBuffer(device_, buffer_, allocator_);
    muxFreeMemory(device_, memory_, allocator_);
    fence_ = nullptr;
    commands_ = nullptr;
    kernel_ = nullptr;
    buffer_ = nullptr;
    memory_ = nullptr;
  }

  mux_device_t device_;
  mux_queue_t queue_;
  mux_executable_t executable_;
  mux_allocator_info_t allocator_;
  mux_buffer_t buffer_ = nullptr;
  mux_memory_t memory_ = nullptr;
  mux_kernel_t kernel_ = nullptr;
  mux_command_buffer_t commands_ = nullptr;
  mux_fence_t fence_ = nullptr;
};

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: 10,000 dispatches leak nothing", "[kernels]") {
  mux_kernel_t kernel = make_kernel(load(binary()), "add");
  const TestBuffer data = make_buffer(64 * sizeof(int));
  Arguments arguments;
  arguments.buffer(data).value(1);
  REQUIRE(record(command_buffer, kernel, arguments, Range::linear(64, 8)) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  for (int i = 0; i < 10000; ++i) {
    REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxWait(queue, fence) == mux_success);
    REQUIRE(muxResetFence(fence) == mux_success);
  }
  for (const int value : data.as<int>()) {
    CHECK(value == 10000);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: 10,000 dispatches in a row before the first wait",
                 "[kernels]") {
  mux_kernel_t kernel =
      build("kernel void k(global volatile int *count) { atomic_inc(count); }", "k");
  const TestBuffer count = make_buffer(sizeof(int));
  Arguments arguments;
  arguments.buffer(count);
  REQUIRE(record(command_buffer, kernel, arguments, Range::linear(4, 2)) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (int i = 0; i < 10000; ++i) {
    REQUIRE(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
  }
  REQUIRE(muxWaitAll(queue) == mux_success);
  CHECK(count.as<int>()[0] == 40000);
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: everything is destroyed right after muxWait returns, many times",
                 "[kernels]") {
  mux_executable_t executable = load(binary());
  Round round(device, queue, executable, allocator);
  int failed = 0;
  for (int i = 0; i < 3000; ++i) {
    failed += !round.run(i, 1 + static_cast<size_t>(i % 100));
  }
  CHECK(failed == 0);
}

TEST_CASE("kernels: the device too is destroyed right after muxWait returns, many times",
          "[kernels]") {
  CountingAllocator counter;
  int failed = 0;
  for (int i = 0; i < 300; ++i) {
    mux_device_info_t info = host_device_info();
    mux_device_t device = nullptr;
    REQUIRE(muxCreateDevices(1, &info, counter.info(), &device) == mux_success);
    mux_queue_t queue = nullptr;
    REQUIRE(muxGetQueue(device, mux_queue_type_compute, 0, &queue) == mux_success);
    mux_executable_t executable = nullptr;
    static std::string native = compile(source, nullptr, mux_compile_output_native);
    REQUIRE(muxCreateExecutable(device, native.data(), native.size(), counter.info(),
                                &executable) == mux_success);
    failed += !Round(device, queue, executable, counter.info()).run(i, 64);
    muxDestroyExecutable(device, executable, counter.info());
    muxDestroyDevice(device, counter.info());
    REQUIRE(counter.live() == 0);
  }
  CHECK(failed == 0);
  CHECK(counter.misuses() == 0);
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: eight threads create, record, dispatch, wait and destroy at once",
                 "[kernels]") {
  mux_executable_t executable = load(binary());
  const auto failures = run_in_threads([&](unsigned thread) {
    Round round(device, queue, executable, allocator);
    int failed = 0;
    for (int i = 0; i < 200; ++i) {
      failed += !round.run(static_cast<int>(thread) * 1000 + i, 1 + (thread * 37 + i) % 300);
    }
    return failed;
  });
  for (const int failed : failures) {
    CHECK(failed == 0);
  }
}

TEST_CASE_METHOD(DeviceFixture, "kernels: eight threads compile, load, run and destroy at once",
                 "[kernels][slow]") {
  const auto failures = run_in_threads([&](unsigned thread) {
    CountingAllocator own;
    int failed = 0;
    for (int i = 0; i < 5; ++i) {
      mux_compile_info_t info{};
      info.source = source;
      info.source_length = std::char_traits<char>::length(source);
      mux_compilation_t compilation = nullptr;
      if (muxCompile(&info, own.info(), &compilation) != mux_success) {
        ++failed;
        muxDestroyCompilation(compilation, own.info());
        continue;
      }
      mux_executable_t executable = nullptr;
      if (muxCreateExecutable(device, muxGetCompilationBinary(compilation),
                              muxGetCompilationBinaryLength(compilation), own.info(),
                              &executable) == mux_success) {
        failed += !Round(device, queue, executable, own.info()).run(i, 10 * (thread + 1));
        muxDestroyExecutable(device, executable, own.info());
      } else {
        ++failed;
      }
      muxDestroyCompilation(compilation, own.info());
    }
    return failed + static_cast<int>(own.live() != 0) + static_cast<int>(own.misuses() != 0);
  });
  for (const int failed : failures) {
    CHECK(failed == 0);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: several devices at work at once", "[kernels]") {
  const auto failures = run_in_threads(
      [&](unsigned thread) {
        CountingAllocator own;
        mux_device_info_t info = device->info;
        mux_device_t mine = nullptr;
        mux_queue_t my_queue = nullptr;
        mux_executable_t executable = nullptr;
        int failed = 0;
        if (muxCreateDevices(1, &info, own.info(), &mine) != mux_success ||
            muxGetQueue(mine, mux_queue_type_compute, 0, &my_queue) != mux_success ||
            muxCreateExecutable(mine, binary().data(), binary().size(), own.info(), &executable) !=
                mux_success) {
          return 1;
        }
        for (int i = 0; i < 50; ++i) {
          failed += !Round(mine, my_queue, executable, own.info())
                         .run(i, 1000 * (static_cast<size_t>(thread) + 1));
        }
        muxDestroyExecutable(mine, executable, own.info());
        muxDestroyDevice(mine, own.info());
        return failed + static_cast<int>(own.live() != 0);
      },
      4);
  for (const int failed : failures) {
    CHECK(failed == 0);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: one kernel command in flight many times at once",
                 "[kernels]") {
  // Each dispatch has its own local memory, also with concurrent ones.
  mux_kernel_t kernel = make_kernel(load(binary()), "reverse");
  constexpr size_t count = 32;
  constexpr size_t local = 16;
  std::vector<TestBuffer> data;
  std::vector<mux_command_buffer_t> commands;
  for (size_t i = 0; i < count; ++i) {
    data.push_back(make_buffer(256 * sizeof(int)));
    std::iota(data.back().as<int>().begin(), data.back().as<int>().end(), static_cast<int>(i));
    commands.push_back(make_command_buffer());
    Arguments arguments;
    arguments.buffer(data.back()).local(local * sizeof(int));
    REQUIRE(record(commands.back(), kernel, arguments, Range::linear(256, local)) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(commands.back()) == mux_success);
  }
  for (int round = 0; round < 21; ++round) {
    for (mux_command_buffer_t each : commands) {
      REQUIRE(muxDispatch(queue, each, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
              mux_success);
    }
    REQUIRE(muxWaitAll(queue) == mux_success);
  }
  for (size_t i = 0; i < count; ++i) {
    for (size_t j = 0; j < 256; ++j) {
      const size_t from = j / local * local + local - 1 - j % local;
      REQUIRE(data[i].as<int>()[j] == static_cast<int>(i + from));
    }
  }
}

}  // namespace mux::test::lifetime
