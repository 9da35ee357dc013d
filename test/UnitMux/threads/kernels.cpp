// Concurrent use and queries of executables and kernels.

#include <mux/extensions.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>

#include "object_checks.h"
#include "threads/program.h"

namespace mux::test::kernels {

namespace {

/// A kernel, and the expected results of queries on all threads.
class ThreadKernelFixture : public KernelFixture {
 public:
  mux_executable_t executable = load(thread_program());
  mux_kernel_t kernel = make_kernel(executable, "increment");
};

}  // namespace

TEST_CASE_METHOD(KernelFixture, "muxCreateExecutable.vu01: eight threads load programs at once",
                 "[muxCreateExecutable][threads]") {
  const std::string &binary = thread_program();
  const auto create = [&](mux_device_t target, mux_allocator_info_t with, mux_executable_t *out) {
    return muxCreateExecutable(target, binary.data(), binary.size(), with, out);
  };
  check_threads<mux_executable_t>(*this, create, muxDestroyExecutable, 2);
}

TEST_CASE_METHOD(KernelFixture,
                 "muxDestroyExecutable.vu01: eight threads destroy executables at once",
                 "[muxDestroyExecutable][threads]") {
  const std::string &binary = thread_program();
  const int64_t live = counter.live();
  std::vector<mux_executable_t> executables(size_t{thread_count} * 2);
  for (mux_executable_t &executable : executables) {
    REQUIRE(muxCreateExecutable(device, binary.data(), binary.size(), allocator, &executable) ==
            mux_success);
  }
  CHECK(counter.live() > live);
  destroy_in_threads(executables, [&](mux_executable_t executable) {
    muxDestroyExecutable(device, executable, allocator);
  });
  CHECK(counter.live() == live);
  CHECK(counter.misuses() == 0);
}

TEST_CASE_METHOD(KernelFixture,
                 "muxCreateKernel.vu01: eight threads create the kernels of one executable, and "
                 "each of them runs",
                 "[muxCreateKernel][threads]") {
  mux_executable_t executable = load(thread_program());
  const auto made = run_in_threads([&](unsigned thread) {
    // Half of them begin with the other kernel.
    std::vector<mux_kernel_t> kernels(2);
    for (unsigned step = 0; step < 2; ++step) {
      const unsigned index = (step + thread) % 2;
      const char *name = index == 0 ? "increment" : "count";
      if (muxCreateKernel(device, executable, name, std::strlen(name), allocator,
                          &kernels[index]) != mux_success) {
        kernels[index] = nullptr;
      }
    }
    return kernels;
  });
  const TestBuffer data = make_buffer(64 * sizeof(int));
  const TestBuffer total = make_buffer(sizeof(uint64_t));
  for (const std::vector<mux_kernel_t> &kernels : made) {
    for (size_t index = 0; index < 2; ++index) {
      const mux_kernel_t kernel = kernels[index];
      REQUIRE(kernel != nullptr);
      at_end([=, this] { muxDestroyKernel(device, kernel, allocator); });
      launch(kernel, Arguments().buffer(index == 0 ? data : total), Range::linear(64, 16));
    }
  }
  CHECK(std::count(data.as<int>().begin(), data.as<int>().end(), int{thread_count}) == 64);
  CHECK(total.as<uint64_t>()[0] == 64 * thread_count);
  const auto create = [&](mux_device_t target, mux_allocator_info_t with, mux_kernel_t *out) {
    return muxCreateKernel(target, executable, "increment", 9, with, out);
  };
  check_threads<mux_kernel_t>(*this, create, muxDestroyKernel);
}

TEST_CASE_METHOD(ThreadKernelFixture,
                 "muxDestroyKernel.vu01: eight threads destroy kernels of one executable at once",
                 "[muxDestroyKernel][threads]") {
  const int64_t live = counter.live();
  std::vector<mux_kernel_t> kernels(size_t{thread_count} * 50);
  for (mux_kernel_t &each : kernels) {
    REQUIRE(muxCreateKernel(device, executable, "increment", 9, allocator, &each) == mux_success);
  }
  CHECK(counter.live() > live);
  destroy_in_threads(kernels,
                     [&](mux_kernel_t each) { muxDestroyKernel(device, each, allocator); });
  CHECK(counter.live() == live);
  CHECK(counter.misuses() == 0);
  // The remaining one still works.
  const TestBuffer data = make_buffer(16 * sizeof(int));
  launch(kernel, Arguments().buffer(data), Range::linear(16, 4));
  CHECK(std::count(data.as<int>().begin(), data.as<int>().end(), 1) == 16);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuiltInKernel.vu01: eight threads create built-in kernels at once",
                 "[muxCreateBuiltInKernel][threads]") {
  const std::string declarations = device->info->builtin_kernel_declarations;
  const size_t begin = declarations.find_first_not_of(' ');
  const std::string name =
      declarations.substr(begin, declarations.find_first_of(" (", begin) - begin);
  const auto create = [&](mux_device_t target, mux_allocator_info_t with, mux_kernel_t *out) {
    return muxCreateBuiltInKernel(target, name.data(), name.size(), with, out);
  };
  check_threads<mux_kernel_t>(*this, create, muxDestroyKernel);
}

TEST_CASE_METHOD(ThreadKernelFixture,
                 "muxQuerySubGroupSizeForLocalSize.vu01: eight threads ask about one kernel at "
                 "once and hear the same",
                 "[muxQuerySubGroupSizeForLocalSize][threads]") {
  size_t size = 0;
  REQUIRE(muxQuerySubGroupSizeForLocalSize(kernel, 8, 8, 1, &size) == mux_success);
  const auto wrong = run_in_threads([&](unsigned) {
    int different = 0;
    for (int i = 0; i < 1000; ++i) {
      size_t out = 0;
      different += muxQuerySubGroupSizeForLocalSize(kernel, 8, 8, 1, &out) != mux_success;
      different += out != size;
    }
    return different;
  });
  CHECK(all_zero(wrong));
}

TEST_CASE_METHOD(ThreadKernelFixture,
                 "muxQueryLocalSizeForSubGroupCount.vu01: eight threads ask about one kernel at "
                 "once and hear the same",
                 "[muxQueryLocalSizeForSubGroupCount][threads]") {
  size_t sizes[3] = {};
  REQUIRE(muxQueryLocalSizeForSubGroupCount(kernel, 4, &sizes[0], &sizes[1], &sizes[2]) ==
          mux_success);
  const auto wrong = run_in_threads([&](unsigned) {
    int different = 0;
    for (int i = 0; i < 1000; ++i) {
      size_t out[3] = {};
      different +=
          muxQueryLocalSizeForSubGroupCount(kernel, 4, &out[0], &out[1], &out[2]) != mux_success;
      different += !std::equal(std::begin(out), std::end(out), std::begin(sizes));
    }
    return different;
  });
  CHECK(all_zero(wrong));
}

TEST_CASE_METHOD(ThreadKernelFixture,
                 "muxQueryWFVInfoForLocalSize.vu01: eight threads ask about one kernel at once and "
                 "hear the same",
                 "[muxQueryWFVInfoForLocalSize][threads]") {
  mux_wfv_status_e status = mux_wfv_status_error;
  size_t widths[3] = {};
  REQUIRE(muxQueryWFVInfoForLocalSize(kernel, 8, 1, 1, &status, &widths[0], &widths[1],
                                      &widths[2]) == mux_success);
  const auto wrong = run_in_threads([&](unsigned) {
    int different = 0;
    for (int i = 0; i < 1000; ++i) {
      mux_wfv_status_e out = mux_wfv_status_error;
      size_t seen[3] = {};
      different += muxQueryWFVInfoForLocalSize(kernel, 8, 1, 1, &out, &seen[0], &seen[1],
                                               &seen[2]) != mux_success;
      different += out != status;
      different += !std::equal(std::begin(seen), std::end(seen), std::begin(widths));
    }
    return different;
  });
  CHECK(all_zero(wrong));
}

TEST_CASE_METHOD(ThreadKernelFixture, "muxQueryMaxNumSubGroups: eight threads call it at once",
                 "[muxQueryMaxNumSubGroups][threads]") {
  const auto counts = run_in_threads([&](unsigned) {
    size_t count = 0;
    return muxQueryMaxNumSubGroups(kernel, &count) == mux_success ? count : 0;
  });
  for (const size_t count : counts) {
    CHECK(count == kernel->max_sub_group_count);
  }
}

TEST_CASE_METHOD(ThreadKernelFixture, "muxGetKernelArgumentCount: eight threads call it at once",
                 "[muxGetKernelArgumentCount][threads]") {
  const auto counts = run_in_threads([&](unsigned) {
    uint64_t count = 0;
    return muxGetKernelArgumentCount(kernel, &count) == mux_success ? count : 0;
  });
  for (const uint64_t count : counts) {
    CHECK(count == 1);
  }
}

TEST_CASE_METHOD(ThreadKernelFixture, "muxGetKernelArgumentInfo: eight threads call it at once",
                 "[muxGetKernelArgumentInfo][threads]") {
  const auto wrong = run_in_threads([&](unsigned) {
    mux_kernel_argument_info_t info{};
    return static_cast<int>(muxGetKernelArgumentInfo(kernel, 0, &info) != mux_success ||
                            info.kind != mux_kernel_argument_kind_buffer);
  });
  CHECK(all_zero(wrong));
}

TEST_CASE_METHOD(ThreadKernelFixture, "muxSuggestLocalSize: eight threads call it at once",
                 "[muxSuggestLocalSize][threads]") {
  const auto sizes = run_in_threads([&](unsigned) {
    const size_t global_size = 1000;
    size_t local_size[3] = {};
    return muxSuggestLocalSize(kernel, 1, &global_size, mux_local_size_fit_divides, &local_size[0],
                               &local_size[1], &local_size[2]) == mux_success
               ? local_size[0]
               : 0;
  });
  for (const size_t size : sizes) {
    CHECK(size != 0);
    CHECK(size == sizes.front());
  }
}

TEST_CASE_METHOD(ThreadKernelFixture, "muxGetKernelInfo: eight threads call it at once",
                 "[muxGetKernelInfo][threads]") {
  const auto texts = run_in_threads([&](unsigned) {
    mux_kernel_info_t info{};
    return muxGetKernelInfo(kernel, &info) == mux_success ? info.attributes : nullptr;
  });
  for (const char *text : texts) {
    CHECK(text != nullptr);
    CHECK(text == texts.front());
  }
}

TEST_CASE_METHOD(ThreadKernelFixture, "muxGetKernelVectorization: eight threads call it at once",
                 "[muxGetKernelVectorization][threads]") {
  const auto texts = run_in_threads([&](unsigned) {
    const char *text = nullptr;
    return muxGetKernelVectorization(kernel, &text) == mux_success ? text : nullptr;
  });
  for (const char *text : texts) {
    CHECK(text != nullptr);
    CHECK(text == texts.front());
  }
}

}  // namespace mux::test::kernels
