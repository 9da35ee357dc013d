#include <pthread.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "compile.h"

using namespace mux::test;

TEST_CASE("eight threads compile at once", "[muxCompile]") {
  constexpr int thread_count = 8;
  constexpr int rounds = 10;
  const auto good_source = [](int number) {
    return "kernel void k(global int *a) { a[0] = " + std::to_string(number) + "; }";
  };
  // Each thread must get the result of a single thread.
  std::vector<std::string> expected;
  for (int number = 0; number < thread_count; ++number) {
    expected.push_back(compile(good_source(number)).binary);
    REQUIRE_FALSE(expected.back().empty());
  }

  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int number = 0; number < thread_count; ++number) {
    threads.emplace_back([&, number] {
      const std::string wrong_name = "wrong" + std::to_string(number) + ".cl";
      for (int round = 0; round < rounds; ++round) {
        const bool good = compile(good_source(number)).binary == expected[number];
        const CompileResult bad = compile("int x = y;", "", wrong_name.c_str());
        right += good && bad.result == mux_error_failure &&
                         contains(bad.log, wrong_name + ":1:9: error:") &&
                         contains(bad.message, wrong_name)
                     ? 1
                     : 0;
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  REQUIRE(right == thread_count * rounds);
}

TEST_CASE("a thread with a small stack can compile", "[muxCompile]") {
  pthread_attr_t attributes;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstacksize(&attributes, 128 << 10) == 0);
  mux_result_t result = mux_error_internal;
  pthread_t thread;
  REQUIRE(pthread_create(
              &thread, &attributes,
              [](void *argument) -> void * {
                *static_cast<mux_result_t *>(argument) =
                    compile("kernel void k(global float *a) { a[0] = sin(a[1]); }").result;
                return nullptr;
              },
              &result) == 0);
  REQUIRE(pthread_join(thread, nullptr) == 0);
  pthread_attr_destroy(&attributes);
  REQUIRE(result == mux_success);
}
