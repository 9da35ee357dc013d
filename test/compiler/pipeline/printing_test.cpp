// Output of kernels, and descriptions of kernels that print.

#include <catch2/catch.hpp>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "compiler/abi/kernel_output.h"
#include "kernel_runner.h"

namespace mux::compiler::test {
namespace {

std::string binary_of(const std::string &variant) {
  return "printing." + variant + ".bc";
}

bool append(void *text, std::string_view more) {
  // A null character follows.
  CHECK(more.data()[more.size()] == '\0');
  *static_cast<std::string *>(text) += more;
  return true;
}

bool refuse(void *, std::string_view) {
  return false;
}

}  // namespace

TEST_CASE("descriptions report kernels that print, and their callees", "[pipeline]") {
  const std::string variant = GENERATE(from_range(clang_levels()));
  INFO(variant);
  const Program &program = load_shared(binary_of(variant));
  const auto description = [&](const char *name) { return Call(program, name).description(); };
  CHECK_FALSE(description("quiet").prints);
  CHECK_FALSE(description("quiet").may_access_any_memory);
  CHECK(description("speaks").prints);
  CHECK(description("speaks").may_access_any_memory);
  CHECK_FALSE(description("remembers").prints);
  CHECK(description("remembers").may_access_any_memory);
  CHECK_FALSE(description("asks").may_access_any_memory);
  CHECK(description("asks").arguments[0].writes);
  CHECK_FALSE(description("asks").arguments[0].reads);
  CHECK_FALSE(description("chooses").may_access_any_memory);
  CHECK(description("chooses").arguments[0].writes);
  CHECK(description("chooses").arguments[1].writes);
}

TEST_CASE("text is written to the innermost output of the thread", "[pipeline]") {
  const std::string variant = GENERATE(from_range(clang_levels()));
  Call call(load_shared(binary_of(variant)), "speaks");
  call.value(10);
  Range range;
  range.global = {3, 1, 1};
  range.local = {3, 1, 1};
  std::string outer;
  std::string inner;
  const KernelOutput to_outer(append, &outer);
  {
    const KernelOutput to_inner(append, &inner);
    call.run(range);
  }
  call.run(range);
  CHECK(inner == "10\n11\n12\n");
  CHECK(outer == inner);
  const KernelOutput nowhere(refuse, nullptr);
  CHECK_FALSE(KernelOutput::write("lost"));
  call.run(range);
  CHECK(outer == inner);
}

TEST_CASE("kernels that print under a condition are vectorized", "[pipeline]") {
  const std::string variant = GENERATE(from_range(clang_levels()));
  constexpr int n = 100;
  std::vector<int> in(n);
  std::iota(in.begin(), in.end(), 0);
  in[40] = in[41] = in[99] = 7;
  for (const std::string kernel : {"reports", "warns", "repeats"}) {
    INFO(kernel);
    const std::unique_ptr<Program> packets = specialize(load_shared(binary_of(variant)), kernel,
                                                        {{}, {}, VectorizationStrategy::packets});
    CHECK(packets->kernel(0).prints);
    CHECK(packets->kernel(0).vectorization.starts_with("packets of") == (kernel == "reports"));
    std::vector<int> out(n);
    std::string text;
    {
      const KernelOutput to_text(append, &text);
      Call(*packets, kernel)
          .buffer(in)
          .buffer(out)
          .run({.global = {n, 1, 1}, .local = {n, 1, 1}, .dimensions = 1});
    }
    for (size_t i = 0; i < n; ++i) {
      REQUIRE(out[i] == in[i] * 2 + static_cast<int>(i));
    }
    if (kernel == "repeats") {
      // In groups of 100 work-items print their lines one after the other.
      CHECK(text.starts_with("0 0\n0 1\n1 0\n1 1\n"));
      continue;
    }
    if (kernel == "warns") {
      CHECK(text == "91 92 93 94 96 97 98 ");
      continue;
    }
    // Each text once, in any order.
    for (const std::string part : {"7 of ", "40 of ", "41 of ", "99 of "}) {
      CHECK_THAT(text, Catch::Contains(part));
    }
    CHECK(text.size() ==
          std::string("7 of 40 of 41 of 99 of ").size() + 4 * std::string("100\n").size());
  }
}

}  // namespace mux::compiler::test
