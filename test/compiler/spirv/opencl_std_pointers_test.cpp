// Functions of OpenCL.std that access memory, and geometric functions.

#include <algorithm>

#include "rows.h"

namespace mux::test::opencl_std_pointers {
namespace {

constexpr size_t items = 128;

/// The inputs %a, %b and %c are fractions. %number and %word point to private elements of the
/// work-item, %halves to a pair of numbers for each work-item, of which its own begins at %first.
TableKernel kernel_named(const std::string &name) {
  TableKernel kernel;
  kernel.name = name;
  kernel.inputs = {{"float", as_bytes(fractions(items, 3))},
                   {"float", as_bytes(fractions(items, 17))},
                   {"float", as_bytes(fractions(items, 29))},
                   {"float", Bytes(items * sizeof(float))},
                   {"uint", Bytes(items * sizeof(uint32_t))}};
  kernel.prologue =
      "%number = OpInBoundsPtrAccessChain %global_float %in_d %gid\n"
      "%word = OpInBoundsPtrAccessChain %global_uint %in_e %gid\n"
      "%above = OpFAdd %float %a %float_1p5\n%below = OpFNegate %float %a\n"
      "%scaled = OpFMul %float %a %float_1000\n%count = OpConvertFToU %uint %scaled\n"
      "%abc = OpCompositeConstruct %v3float %a %b %c\n"
      "%bca = OpCompositeConstruct %v3float %b %c %a\n";
  return kernel;
}

using Function = std::function<double(float, float, float)>;

/// @param units allowed error: in 2^-23 relative, or of a hundredth.
void expect(TableKernel &kernel, const std::string &text, const Function &function, double units) {
  const auto a = fractions(items, 3);
  const auto b = fractions(items, 17);
  const auto c = fractions(items, 29);
  kernel.outputs.push_back(
      {"float", text, "", [=](const std::byte *values) {
         for (size_t i = 0; i < items; ++i) {
           const double wanted = function(a[i], b[i], c[i]);
           const double actual = component<float>(values, i);
           INFO("work-item " << i << ": " << actual << " instead of " << wanted);
           REQUIRE(std::abs(actual - wanted) <= units * std::ldexp(std::abs(wanted) + 0.01, -23));
         }
       }});
}

void expect_word(TableKernel &kernel, const std::string &text,
                 const std::function<uint32_t(float, float)> &function) {
  const auto a = fractions(items, 3);
  const auto b = fractions(items, 17);
  kernel.outputs.push_back(
      {"uint", text, "",
       expect_each<uint32_t>(items, 1, [=](size_t i, size_t) { return function(a[i], b[i]); })});
}

/// The result of a call.
std::string value_of(const std::string &call) {
  return "%r = OpExtInst %float %opencl " + call;
}

/// The value that it stores.
std::string stored_by(const std::string &call) {
  return "%x = OpExtInst %float %opencl " + call + "\n%r = OpLoad %float %number";
}

/// The first component of a vector.
std::string first_of(const std::string &type, const std::string &call) {
  return "%x = OpExtInst %" + type + " %opencl " + call + "\n%r = OpCompositeExtract %float %x 0";
}

std::string word_of(const std::string &call) {
  return "%r = OpExtInst %uint %opencl " + call;
}

/// The half-precision number to which `round` rounds this one, which is not denormal.
double as_half(double number, double (*round)(double)) {
  const double step = std::ldexp(1.0, std::ilogb(number) - 10);
  return round(number / step) * step;
}

uint32_t count_of(float fraction) {
  return static_cast<uint32_t>(fraction * 1000);
}

/// A pair is stored, and its second number loaded; or only a number, if there is no pair.
std::string through_memory(const std::string &store, const std::string &load) {
  return "%halves = OpBitcast %global_half %in_e\n%first = OpIMul %ulong %gid %ulong_2\n"
         "%second = OpIAdd %ulong %first %ulong_1\n%pair = OpCompositeConstruct %v2float %a %b\n"
         "%stored = OpExtInst %void %opencl " +
         store + "\n" + load;
}

}  // namespace

TEST_CASE("functions of OpenCL.std store a second result", "[spirv]") {
  KernelTable table;
  TableKernel kernel = kernel_named("results");
  const auto above = [](float a) { return a + 1.5F; };
  expect(
      kernel, value_of("fract %above %number"),
      [=](float a, float, float) { return above(a) - std::floor(above(a)); }, 0);
  expect(
      kernel, stored_by("fract %above %number"),
      [=](float a, float, float) { return std::floor(above(a)); }, 0);
  expect(
      kernel, value_of("sincos %a %number"),
      [](float a, float, float) { return std::sin(double{a}); }, 64);
  expect(
      kernel, stored_by("sincos %a %number"),
      [](float a, float, float) { return std::cos(double{a}); }, 64);
  expect(
      kernel, value_of("lgamma_r %a %word"),
      [](float a, float, float) { return std::lgamma(double{a}); }, 64);
  expect(
      kernel, value_of("remquo %above %b %word"),
      [=](float a, float b, float) { return std::remainder(above(a), b); }, 0);
  const std::string load = "\n%r = OpLoad %uint %word";
  // The gamma function is negative between -1 and 0.
  expect_word(kernel, "%x = OpExtInst %float %opencl lgamma_r %below %word" + load,
              [](float, float) { return ~0U; });
  expect_word(kernel,
              "%x = OpExtInst %float %opencl remquo %above %b %word\n%q = OpLoad %uint %word\n"
              "%r = OpBitwiseAnd %uint %q %uint_127",
              [=](float a, float b) {
                const double quotient = (double{above(a)} - std::remainder(above(a), b)) / b;
                return static_cast<uint32_t>(std::lround(quotient)) & 127;
              });
  table.add(std::move(kernel));
  table.check();
}

TEST_CASE("functions of OpenCL.std: 24-bit arithmetic and decomposition of numbers", "[spirv]") {
  KernelTable table;
  TableKernel kernel = kernel_named("bits");
  expect_word(kernel, word_of("u_mul24 %count %count"),
              [](float a, float) { return count_of(a) * count_of(a); });
  expect_word(kernel, "%minus = OpSNegate %uint %count\n" + word_of("s_mul24 %minus %count"),
              [](float a, float) { return 0 - count_of(a) * count_of(a); });
  expect_word(kernel, word_of("u_mad24 %count %count %uint_7"),
              [](float a, float) { return count_of(a) * count_of(a) + 7; });
  expect_word(kernel,
              "%low = OpUConvert %ushort %count\n%high = OpNot %ushort %low\n" +
                  word_of("s_upsample %high %low"),
              [](float a, float) { return (~count_of(a) << 16) | count_of(a); });
  expect_word(kernel, word_of("ilogb %a"),
              [](float a, float) { return static_cast<uint32_t>(std::ilogb(a)); });
  table.add(std::move(kernel));
  table.check();
}

TEST_CASE("functions of OpenCL.std: geometric functions", "[spirv]") {
  const auto length = [](double x, double y, double z) { return std::sqrt(x * x + y * y + z * z); };
  const auto distance = [=](float a, float b, float c) {
    return length(double{a} - b, double{b} - c, double{c} - a);
  };
  const auto direction = [=](float a, float b, float c) { return a / length(a, b, c); };
  constexpr double fast = 8192;
  KernelTable table;
  TableKernel kernel = kernel_named("points");
  expect(
      kernel, first_of("v3float", "cross %abc %bca"),
      [](float a, float b, float c) { return double{b} * a - double{c} * c; }, 64);
  expect(kernel, value_of("distance %abc %bca"), distance, 64);
  expect(kernel, value_of("fast_distance %abc %bca"), distance, fast);
  expect(kernel, value_of("fast_length %abc"), length, fast);
  expect(kernel, first_of("v3float", "normalize %abc"), direction, 64);
  expect(kernel, first_of("v3float", "fast_normalize %abc"), direction, fast);
  expect(
      kernel,
      "%ab = OpCompositeConstruct %v2float %a %b\n%ca = OpCompositeConstruct %v2float %c %a\n"
      "%mask = OpCompositeConstruct %v2uint %uint_2 %uint_1\n" +
          first_of("v2float", "shuffle2 %ab %ca %mask"),
      [](float, float, float c) { return c; }, 0);
  expect(
      kernel,
      "%nothing = OpExtInst %void %opencl prefetch %number %ulong_1\n%r = OpFAdd %float %a %b",
      [](float a, float b, float) { return a + b; }, 0);
  table.add(std::move(kernel));
  table.check();
}

TEST_CASE("functions of OpenCL.std load and store half precision", "[spirv]") {
  KernelTable table;
  TableKernel kernel = kernel_named("halves");
  const std::string load_first = value_of("vload_half %first %halves");
  const std::string load_second = value_of("vload_half %second %halves");
  const std::string load_pair =
      "%x = OpExtInst %v2float %opencl vloada_halfn %gid %halves 2\n"
      "%r = OpCompositeExtract %float %x 1";
  using F = float;
  expect(
      kernel, through_memory("vstore_half %a %first %halves", load_first),
      [](F a, F, F) { return as_half(a, std::nearbyint); }, 0);
  expect(
      kernel, through_memory("vstore_half_r %a %second %halves RTZ", load_second),
      [](F a, F, F) { return as_half(a, std::trunc); }, 0);
  expect(
      kernel, through_memory("vstore_halfn_r %pair %gid %halves RTP", load_second),
      [](F, F b, F) { return as_half(b, std::ceil); }, 0);
  expect(
      kernel, through_memory("vstorea_halfn %pair %gid %halves", load_pair),
      [](F, F b, F) { return as_half(b, std::nearbyint); }, 0);
  expect(
      kernel, through_memory("vstorea_halfn_r %pair %gid %halves RTN", load_pair),
      [](F, F b, F) { return as_half(b, std::floor); }, 0);
  table.add(std::move(kernel));
  table.check();
}

}  // namespace mux::test::opencl_std_pointers
