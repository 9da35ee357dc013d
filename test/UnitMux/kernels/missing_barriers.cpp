// Kernels that write to local memory as if work-items ran in lockstep: a data race that is hidden
// by implementations that run them so.

#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <numeric>
#include <string>

#include "fixtures.h"
#include "vector_width.h"

namespace mux::test::missing_barriers {

namespace {

/// Clears an array in every work-item, lets some of them add to it, and sums it up.
std::string cleared(const std::string &sums, const std::string &declaration,
                    const std::string &addition) {
  return "kernel void k(global const int *in, global int *out, int n" + sums + R"() {
      )" +
         declaration +
         R"(
      size_t l = get_local_id(0);
      for (int i = 0; i < n; ++i) sums[i] = 0;
      )" +
         addition +
         R"(
      barrier(CLK_LOCAL_MEM_FENCE);
      int sum = 0;
      for (int i = 0; i < n; ++i) sum += sums[i];
      out[get_global_id(0)] = sum;
    })";
}

}  // namespace

TEST_CASE_METHOD(KernelFixture,
                 "kernels: a missing barrier between clearing an array and writing to it",
                 "[kernels]") {
  const std::string width = GENERATE("auto", "scalar", "loops", "packets", "4");
  CAPTURE(width);
  const KeptVectorWidth kept;
  set_vector_width(width.c_str());
  const std::string declared = "local int sums[70];";
  const std::string all = "sums[l] += in[get_global_id(0)];";
  const std::string some = "if (l % 3 == 1) sums[l] = in[get_global_id(0)];";
  std::vector<int> values(140);
  std::iota(values.begin(), values.end(), 1);
  for (const bool only_some : {false, true}) {
    for (const bool is_parameter : {false, true}) {
      CAPTURE(only_some, is_parameter);
      const std::string source = cleared(is_parameter ? ", local int *sums" : "",
                                         is_parameter ? "" : declared, only_some ? some : all);
      mux_kernel_t kernel = build(source.c_str(), "k");
      const TestBuffer in = make_buffer(std::span<const int>(values));
      const TestBuffer out = make_buffer(140 * sizeof(int));
      Arguments arguments;
      arguments.buffer(in).buffer(out).value(70);
      if (is_parameter) {
        arguments.local(70 * sizeof(int));
      }
      launch(kernel, arguments, Range::linear(140, 70));
      for (size_t i = 0; i < 140; ++i) {
        int expected = 0;
        for (size_t l = 0; l < 70; ++l) {
          expected += only_some && l % 3 != 1 ? 0 : values[i / 70 * 70 + l];
        }
        CHECK(out.as<int>()[i] == expected);
      }
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: inserted barriers are reported", "[kernels]") {
  const auto explain = [this](const std::string &source) {
    const char *text = nullptr;
    mux_kernel_t kernel = build(source.c_str(), "k", "-cl-std=CL3.0");
    REQUIRE(muxGetKernelVectorization(kernel, &text) == mux_success);
    return std::string(text);
  };
  CHECK_THAT(explain(cleared("", "local int sums[70];", "sums[l] = in[l];")),
             Catch::Contains("a data race") && Catch::Contains("1 barrier was added"));
  CHECK_THAT(
      explain(cleared("", "local int sums[70];", "barrier(CLK_LOCAL_MEM_FENCE); sums[l] = in[l];")),
      !Catch::Contains("a data race"));
  // Atomic operations of several work-items at one address are not a race.
  CHECK_THAT(
      explain("kernel void k(global int *out) { local atomic_int a[2]; size_t l = "
              "get_local_id(0); atomic_store(a, 0); if (l % 3 == 1) atomic_store(a, (int)l); "
              "barrier(1); out[l] = atomic_load(a); }"),
      !Catch::Contains("a data race"));
  // An element of a single work-item.
  CHECK_THAT(
      explain("kernel void k(global int *out) { local int a[64]; size_t l = "
              "get_local_id(0); a[l] = 0; a[l] += out[l]; barrier(1); out[l] = a[63 - l]; }"),
      !Catch::Contains("a data race"));
}

}  // namespace mux::test::missing_barriers
