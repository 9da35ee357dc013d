/// @file
/// Common code of tests of kernels that compute indices: `kernel(in, out, length)` is run with the
/// default strategy and in packets, and compared with C++.

#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "kernel_runner.h"

namespace mux::compiler::test::index_kernels {

/// Work-items.
inline constexpr uint32_t count = 4000;
/// Some elements beyond those of the work-items are read.
inline constexpr uint32_t input_count = 9000;

using Numbers = std::vector<uint32_t>;

/// The input of all kernels.
inline const Numbers &numbers() {
  static const Numbers values = [] {
    std::mt19937 random(17);
    Numbers made(input_count);
    for (uint32_t &value : made) {
      value = random();
    }
    return made;
  }();
  return values;
}

inline uint32_t at(int64_t index) {
  return numbers().at(static_cast<size_t>(index));
}

inline Numbers results(const Program &program, const std::string &kernel, int length,
                       const Range &range) {
  Numbers from = numbers();
  Numbers to(count, 77);
  Call(program, kernel).buffer(from).buffer(to).value(length).run(range);
  return to;
}

/// Of each work-item.
template <typename Of>
Numbers all(Of of) {
  Numbers result(count);
  for (uint32_t i = 0; i < count; ++i) {
    result[i] = of(i);
  }
  return result;
}

/// Checks a kernel of a file.
/// @param expected output of a work-item as a function of its global id, local id and a length.
template <typename Expected>
void check(const std::string &file, const std::string &kernel, std::span<const int> lengths,
           Expected expected) {
  const Program &program = load_shared(file + "." + GENERATE(from_range(clang_levels())) + ".bc");
  const std::unique_ptr<Program> packets =
      specialize(program, kernel, {{}, {}, VectorizationStrategy::packets});
  CHECK(packets->kernel(0).vectorization.starts_with("packets of"));
  for (const Program *code : {&program, static_cast<const Program *>(packets.get())}) {
    for (const uint32_t local : {250U, 32U, 1000U}) {
      const Range range{.global = {count, 1, 1}, .local = {local, 1, 1}, .dimensions = 1};
      for (const int length : lengths) {
        CAPTURE(kernel, length, local);
        CHECK(results(*code, kernel, length, range) ==
              all([&](uint32_t i) { return expected(i, i % local, length); }));
      }
    }
  }
}

}  // namespace mux::compiler::test::index_kernels
