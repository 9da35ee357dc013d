// Random kernels with barriers, whose results are known.

#include <catch2/catch.hpp>
#include <cstring>

#include "barrier_kernels.h"
#include "contents.h"
#include "fixtures.h"

namespace mux::test::random_kernels {
using mux::random_kernels::ArgumentKind;
using mux::random_kernels::BarrierKernel;
using mux::random_kernels::Case;

namespace {

void check_seed(KernelFixture &fixture, uint32_t seed, const char *options) {
  const Case test = BarrierKernel(seed).to_case();
  CAPTURE(seed, options, test.source);
  mux_kernel_t kernel = fixture.build(test.source, "test", options);
  Arguments arguments;
  std::vector<TestBuffer> buffers;
  for (const mux::random_kernels::Argument &argument : test.arguments) {
    switch (argument.kind) {
      case ArgumentKind::local:
        arguments.local(argument.count);
        break;
      case ArgumentKind::value:
        arguments.value(static_cast<uint32_t>(argument.number));
        break;
      case ArgumentKind::buffer:
        buffers.push_back(fixture.make_buffer(
            std::span<const uint8_t>(mux::random_kernels::initial_bytes(argument))));
        arguments.buffer(buffers.back());
        break;
    }
  }
  const mux::random_kernels::Range &range = test.ranges.front();
  fixture.launch(kernel, arguments, Range::linear(range.global[0], range.local[0]));
  // The first buffer is read, the second one written.
  const auto found = buffers[1].as<uint32_t>();
  CHECK(std::equal(found.begin(), found.end(), test.result->elements.begin(),
                   test.result->elements.end()));
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: random kernels with barriers", "[kernels]") {
  const uint32_t seed = random_seed();
  for (uint32_t i = 0; i < 4; ++i) {
    check_seed(*this, seed + i, i % 3 == 0 ? "-cl-opt-disable" : "");
    clean_up();
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: many random kernels with barriers", "[kernels][slow]") {
  const uint32_t seed = random_seed();
  for (uint32_t i = 0; i < 40; ++i) {
    check_seed(*this, seed + i, i % 3 == 0 ? "-cl-opt-disable" : "");
    clean_up();
  }
}

}  // namespace mux::test::random_kernels
