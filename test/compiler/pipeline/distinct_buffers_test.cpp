// Kernels that benefit from distinct buffers, and the results of code specialized for them.
#include <catch2/catch.hpp>

#include "kernel_runner.h"

namespace mux::compiler::test {

TEST_CASE("distinct buffers matter in loops that write one and access another", "[pipeline]") {
  const Program &program = load_shared("distinct_buffers.O2.bc");
  for (const auto &[name, matter] : {std::pair("sums", true),
                                     {"restrict_sums", false},
                                     {"own_sums", false},
                                     {"straight", false},
                                     {"maxima", false}}) {
    INFO(name);
    CHECK(program.kernel(find_kernel(program, name)).distinct_buffers_matter == matter);
  }
}

TEST_CASE("code for distinct buffers has the same results", "[pipeline]") {
  const Program &program = load_shared("distinct_buffers.O2.bc");
  const std::unique_ptr<Program> special =
      specialize(program, "sums", {{}, {}, {}, RangeShape{.has_distinct_buffers = true}});
  for (const int count : {0, 1, 70}) {
    std::vector<float> in(70);
    for (size_t i = 0; i < in.size(); ++i) {
      in[i] = static_cast<float>(i * 7919 % 61);
    }
    const Range range{.global = {100, 1, 1}, .local = {20, 1, 1}, .dimensions = 1};
    std::vector<float> expected(100, 1);
    Call(program, "sums").buffer(in).buffer(expected).value(count).run(range);
    std::vector<float> out(100, 1);
    Call(*special, "sums").buffer(in).buffer(out).value(count).run(range);
    CHECK(out == expected);
  }
}

}  // namespace mux::compiler::test
