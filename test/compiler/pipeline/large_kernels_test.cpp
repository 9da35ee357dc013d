#include <catch2/catch.hpp>
#include <functional>
#include <sstream>

#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

using Catch::Matchers::Contains;

/// A chain of functions, called by a kernel `k(out)`.
std::string chain_of_calls(unsigned count) {
  std::ostringstream text;
  text << "define spir_func i32 @f0(i32 %x) noinline {\n  ret i32 %x\n}\n";
  for (unsigned i = 1; i <= count; ++i) {
    text << "define spir_func i32 @f" << i << "(i32 %x) noinline {\n"
         << "  %y = call spir_func i32 @f" << i - 1 << "(i32 %x)\n"
         << "  %z = xor i32 %y, " << i << "\n  ret i32 %z\n}\n";
  }
  text << "define spir_kernel void @k(ptr addrspace(1) %out) {\n"
       << "  %x = load i32, ptr addrspace(1) %out\n"
       << "  %y = call spir_func i32 @f" << count << "(i32 %x)\n"
       << "  store i32 %y, ptr addrspace(1) %out\n  ret void\n}\n";
  return text.str();
}

/// A kernel `k(out)` with a chain of `count` operations on its element.
/// @param query mangled name of a query that the operations use, too; may be empty.
std::string chain_of_operations(unsigned count, const std::string &query = "") {
  std::ostringstream text;
  if (!query.empty()) {
    text << "declare spir_func i64 @" << query << "(i32)\n";
  }
  text << "declare spir_func i64 @_Z13get_global_idj(i32)\n"
       << "define spir_kernel void @k(ptr addrspace(1) %out) {\n"
       << "  %i = call spir_func i64 @_Z13get_global_idj(i32 0)\n"
       << "  %place = getelementptr i32, ptr addrspace(1) %out, i64 %i\n"
       << "  %old = load i32, ptr addrspace(1) %place\n";
  if (query.empty()) {
    text << "  %x0 = add i32 %old, 0\n";
  } else {
    text << "  %size = call spir_func i64 @" << query << "(i32 0)\n"
         << "  %low = trunc i64 %size to i32\n  %x0 = add i32 %old, %low\n";
  }
  for (unsigned i = 0; i < count; ++i) {
    text << "  %y" << i << " = mul i32 %x" << i << ", " << 2 * i + 3 << "\n"
         << "  %x" << i + 1 << " = xor i32 %y" << i << ", " << i + 1 << "\n";
  }
  text << "  store i32 %x" << count << ", ptr addrspace(1) %place\n  ret void\n}\n";
  return text.str();
}

/// The reported strategy of a kernel of large.cl, after checking its results.
std::string vectorization_of(const std::string &kernel, const std::vector<int> &in,
                             const std::function<int(int)> &expected) {
  const Program &program = load_shared("large.O0.bc");
  std::vector<int> numbers = in;
  numbers.push_back(1);
  std::vector<int> out(in.size());
  Call call(program, kernel);
  call.buffer(out).buffer(numbers).run({.global = {in.size(), 1, 1},
                                        .local = {in.size(), 1, 1},
                                        .dimensions = 1,
                                        .nontemporal_threshold = 0});
  for (size_t i = 0; i < in.size(); ++i) {
    INFO(kernel << " of " << in[i] << ", before " << numbers[i + 1]);
    CHECK(out[i] == expected(in[i]));
  }
  return call.description().vectorization;
}

std::vector<int> multiples_of(int step) {
  std::vector<int> numbers;
  for (int i = 0; i < 64; ++i) {
    numbers.push_back(i * step);
  }
  return numbers;
}

/// A kernel `k(out)` for groups of 64, with two barriers in each of many steps, in which work-items
/// exchange values.
/// @param is_chain whether each step is in a branch of its own.
std::string steps_with_barriers(unsigned count, bool is_chain) {
  std::ostringstream text;
  text << "@t = internal addrspace(3) global [64 x i32] undef\n"
       << "declare spir_func i64 @_Z12get_local_idj(i32)\n"
       << "declare spir_func void @_Z7barrierj(i32)\n"
       << "define spir_kernel void @k(ptr addrspace(1) %out, i32 %bits) {\n"
       << "  %l = call spir_func i64 @_Z12get_local_idj(i32 0)\n"
       << "  %own = getelementptr [64 x i32], ptr addrspace(3) @t, i64 0, i64 %l\n"
       << "  %p = getelementptr i32, ptr addrspace(1) %out, i64 %l\n"
       << "  %x0 = load i32, ptr addrspace(1) %p\n"
       << "  br label %join0\njoin0:\n";
  for (unsigned i = 1; i <= count; ++i) {
    if (is_chain) {
      text << "  %bit" << i << " = and i32 %bits, " << (1U << i % 5) << "\n"
           << "  %is" << i << " = icmp ne i32 %bit" << i << ", 0\n"
           << "  br i1 %is" << i << ", label %step" << i << ", label %join" << i << "\n";
    } else {
      text << "  br label %step" << i << "\n";
    }
    const std::string before = (is_chain ? "%x" : "%y") + std::to_string(i - 1);
    text << "step" << i << ":\n"
         << "  store i32 " << (i == 1 ? "%x0" : before) << ", ptr addrspace(3) %own\n"
         << "  call spir_func void @_Z7barrierj(i32 1)\n"
         << "  %sum" << i << " = add i64 %l, " << i << "\n"
         << "  %other" << i << " = and i64 %sum" << i << ", 63\n"
         << "  %q" << i << " = getelementptr [64 x i32], ptr addrspace(3) @t, i64 0, i64 %other"
         << i << "\n"
         << "  %v" << i << " = load i32, ptr addrspace(3) %q" << i << "\n"
         << "  %w" << i << " = mul i32 %v" << i << ", 3\n"
         << "  %y" << i << " = add i32 " << (i == 1 ? "%x0" : before) << ", %w" << i << "\n"
         << "  call spir_func void @_Z7barrierj(i32 1)\n"
         << "  br label %join" << i << "\n"
         << "join" << i << ":\n";
    if (is_chain) {
      text << "  %x" << i << " = phi i32 [ %y" << i << ", %step" << i << " ], [ %x" << i - 1
           << ", %join" << i - 1 << " ]\n";
    }
  }
  text << "  store i32 " << (is_chain ? "%x" : "%y") << count
       << ", ptr addrspace(1) %p\n  ret void\n}\n";
  return text.str();
}

void check_steps(unsigned count, bool is_chain) {
  INFO(count << (is_chain ? " steps in branches" : " steps"));
  constexpr unsigned bits = 0b01101;
  std::vector<unsigned> out(64);
  for (unsigned i = 0; i < 64; ++i) {
    out[i] = i * 77;
  }
  std::vector<unsigned> expected = out;
  for (unsigned i = 1; i <= count; ++i) {
    if (is_chain && (bits & 1U << i % 5) == 0) {
      continue;
    }
    const std::vector<unsigned> before = expected;
    for (unsigned l = 0; l < 64; ++l) {
      expected[l] += before[(l + i) % 64] * 3;
    }
  }
  const auto program = load(assemble(steps_with_barriers(count, is_chain)));
  Call(*program, "k")
      .buffer(out)
      .value(bits)
      .run({.global = {64, 1, 1}, .local = {64, 1, 1}, .dimensions = 1});
  CHECK(out == expected);
}

}  // namespace

// Each region is a separate function.
TEST_CASE("kernels with hundreds of barriers", "[pipeline]") {
  check_steps(140, /*is_chain=*/false);
  check_steps(30, /*is_chain=*/true);
}

// Quadratic inlining would take a quarter of an hour.
TEST_CASE("a call chain of twenty thousand functions", "[pipeline]") {
  constexpr unsigned count = 20'000;
  const auto program = load(assemble(chain_of_calls(count)));
  std::vector<unsigned> out{12345};
  unsigned expected = 12345;
  for (unsigned i = 1; i <= count; ++i) {
    expected ^= i;
  }
  Call(*program, "k").buffer(out).run({});
  CHECK(out[0] == expected);
}

TEST_CASE("baseline code of large kernels has packets only if required", "[pipeline]") {
  const auto runs_alone = [](const Program &program, CodeTier tier,
                             std::optional<VectorizationStrategy> strategy = std::nullopt) {
    Specialization wanted;
    wanted.tier = tier;
    wanted.strategy = strategy;
    return specialize(program, "k", wanted)->kernel(0).has_scalar_code;
  };
  const auto small = load(assemble(chain_of_operations(100)));
  CHECK_FALSE(runs_alone(*small, CodeTier::quick));
  const auto large = load(assemble(chain_of_operations(1'500)));
  CHECK(runs_alone(*large, CodeTier::quick));
  CHECK_FALSE(runs_alone(*large, CodeTier::quick, VectorizationStrategy::packets));
  CHECK_FALSE(runs_alone(*large, CodeTier::optimized));
  std::string error;
  REQUIRE(large->describe(0, error));
  CHECK_FALSE(large->kernel(0).has_scalar_code);
  // With loops over work-items, commands are split into other groups.
  for (const char *query : {"_Z14get_num_groupsj", "_Z23get_enqueued_local_sizej"}) {
    INFO(query);
    const auto counting = load(assemble(chain_of_operations(1'500, query)));
    CHECK_FALSE(runs_alone(*counting, CodeTier::quick));
  }
}

TEST_CASE("kernels with too many branches are optimized, but not vectorized", "[pipeline]") {
  const auto ends = [](int end) {
    return [end](int x) {
      for (int n = 100; n < end; ++n) {
        if (x % n == n - 3) {
          return n * 3;
        }
      }
      return -1;
    };
  };
  CHECK_THAT(vectorization_of("few_returns", multiples_of(97), ends(200)), Contains("packets of"));
  CHECK_THAT(vectorization_of("many_returns", multiples_of(97), ends(700)),
             Contains("one work-item at a time: it has too many branches"));
}

TEST_CASE("kernels with more branches or loops than LLVM handles well are optimized little",
          "[pipeline]") {
  const std::string reason = "one work-item at a time: it is too large";
  const std::vector<int> numbers = multiples_of(100);
  const auto next = [](int x) { return x == 6300 ? 1 : x + 100; };
  CHECK_THAT(vectorization_of("many_cases", numbers,
                              [&](int x) {
                                const bool is_case =
                                    (x >= 500 && x < 600) || (x >= 1000 && x < 5000);
                                return is_case ? next(x) * x : -1;
                              }),
             Contains(reason));
  CHECK_THAT(vectorization_of("many_loops", multiples_of(1),
                              [](int x) {
                                unsigned y = 0;
                                for (int n = 100; n < 260; ++n) {
                                  const int factor = n;
                                  for (int j = 0; j < x % factor; ++j) {
                                    y = y * 3 + factor;
                                  }
                                }
                                return static_cast<int>(y);
                              }),
             Contains(reason));
  CHECK_THAT(vectorization_of("deep_loops", {0, 1, 11, 23},
                              [](int x) {
                                unsigned runs = 1;
                                for (int n = 10; n < 30; ++n) {
                                  runs *= 1 + x % n % 2;
                                }
                                unsigned y = 0;
                                for (unsigned i = 0; i < runs; ++i) {
                                  y = y * 3 + 1;
                                }
                                return static_cast<int>(y);
                              }),
             Contains(reason));
}

// Their packets are separate functions, without knowledge of the output size.
TEST_CASE("packets of kernels with many barriers", "[pipeline]") {
  std::vector<int> expected = multiples_of(1);
  for (int n = 10; n < 40; ++n) {
    const std::vector<int> before = expected;
    for (size_t i = 0; i < 64; ++i) {
      expected[i] += before[63 - i] % n;
    }
  }
  CHECK_THAT(vectorization_of("many_barriers", multiples_of(1), [&](int x) { return expected[x]; }),
             Contains("packets of"));
}

}  // namespace mux::compiler::test
