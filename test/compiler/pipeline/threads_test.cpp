#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "kernel_runner.h"

namespace mux::compiler::test {

TEST_CASE("programs are loaded and destroyed on several threads at once", "[pipeline]") {
  const std::string binary = read_binary("program_scope.O0.bc");
  std::atomic<int> failures{0};
  const auto work = [&] {
    for (int repeat = 0; repeat < 10; ++repeat) {
      std::string error;
      const std::unique_ptr<Program> program = try_to_load(binary, error);
      if (program == nullptr || program->kernel_count() != 1) {
        ++failures;
        continue;
      }
      int32_t out = 0;
      void *arguments = &out;
      const NdRange range{.dimensions = 1,
                          .global_size = {1, 1, 1},
                          .local_size = {1, 1, 1},
                          .global_offset = {},
                          .group_count = {1, 1, 1},
                          .work_item_storage_offset = 0};
      alignas(local_memory_alignment) char scratch[local_memory_alignment];
      // Each program has its own program-scope variables.
      if (only_code(*program).function(&arguments, &range, 0, 1, scratch) != 0 || out != 7) {
        ++failures;
      }
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back(work);
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(failures == 0);
}

TEST_CASE("kernels are compiled once, by any thread", "[pipeline]") {
  std::string error;
  const std::unique_ptr<Program> program = load_program(read_binary("plain.O2.bc"), error);
  INFO(error);
  REQUIRE(program != nullptr);
  const size_t count = program->kernel_count();
  REQUIRE(count > 10);
  constexpr size_t thread_count = 4;
  std::vector<std::vector<KernelFunction>> functions(thread_count,
                                                     std::vector<KernelFunction>(count));
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (size_t thread = 0; thread < thread_count; ++thread) {
    threads.emplace_back([&, thread] {
      for (size_t step = 0; step < count; ++step) {
        // Half of them iterate in reverse order.
        const size_t index = thread % 2 == 0 ? step : count - 1 - step;
        std::string reason;
        if (!program->describe(index, reason) ||
            program->kernel(index).name != program->kernel_name(index)) {
          ++failures;
          continue;
        }
        functions[thread][index] = program->code(index, RequiredGroups::full, reason).function;
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(failures == 0);
  CHECK(std::count(functions[0].begin(), functions[0].end(), nullptr) == 0);
  for (size_t thread = 1; thread < thread_count; ++thread) {
    CHECK(functions[thread] == functions[0]);
  }
}

TEST_CASE("a program without a request for code compiles none", "[pipeline]") {
  std::string error;
  const std::unique_ptr<Program> program =
      load_program(read_binary("too_many_barriers.O2.bc"), error);
  INFO(error);
  REQUIRE(program != nullptr);
  // It has too many barriers, which is detected at each attempt.
  for (int attempt = 0; attempt < 2; ++attempt) {
    CHECK_FALSE(program->describe(0, error));
    CHECK_THAT(error, Catch::Contains("10001 barriers"));
  }
}

}  // namespace mux::compiler::test
