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
      const std::unique_ptr<Program> program = load_program(binary, error);
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
      // Each program has program-scope variables of its own.
      if (program->entry_point(0)(&arguments, &range, 0, 1, scratch) != 0 || out != 7) {
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

}  // namespace mux::compiler::test
