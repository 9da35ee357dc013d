// Division by square roots of float: error, and special numbers.

#include "codegen/pipeline/lower/use_rsqrt.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>

#include "codegen/target/inline_processor_operations.h"
#include "codegen/target/processor_operations.h"
#include "compiler/processor/host_target.h"
#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float smallest = std::numeric_limits<float>::denorm_min();
constexpr float greatest = std::numeric_limits<float>::max();

const Program &load_roots() {
  return load_shared("reciprocal_roots." + GENERATE(from_range(clang_levels())) + ".bc");
}

float number_of(uint64_t pattern) {
  const auto bits = static_cast<uint32_t>(pattern);
  float number = 0;
  std::memcpy(&number, &bits, sizeof(number));
  return number;
}

/// In ulp of the exact result. Zero for equal infinities, or NaN for NaN.
double error_of(float result, double exact) {
  if (std::isnan(exact) || std::isinf(exact) || std::abs(exact) > greatest) {
    const bool same = std::isnan(exact) ? std::isnan(result) : result == static_cast<float>(exact);
    return same ? 0 : infinity;
  }
  int exponent = 0;
  std::frexp(exact, &exponent);
  return std::abs(result - exact) / std::ldexp(1.0, std::max(exponent - 24, -149));
}

Range row_of(size_t count) {
  return {.global = {count, 1, 1}, .local = {64, 1, 1}, .dimensions = 1};
}

/// The largest error of 1 / sqrt(x), over every stride-th float.
double worst_reciprocal(const Program &program, uint64_t stride) {
  constexpr uint64_t patterns = uint64_t{1} << 32;
  constexpr size_t chunk = size_t{1} << 16;
  std::vector<float> x(chunk);
  std::vector<float> out(chunk);
  double worst = 0;
  for (uint64_t first = 0; first < patterns; first += chunk * stride) {
    for (size_t i = 0; i < chunk; ++i) {
      x[i] = number_of(first + i * stride);
    }
    Call(program, "reciprocal").buffer(out).buffer(x).run(row_of(chunk));
    for (size_t i = 0; i < chunk; ++i) {
      worst = std::max(worst, error_of(out[i], 1.0 / std::sqrt(static_cast<double>(x[i]))));
    }
  }
  return worst;
}

/// Of an estimate and a Newton step; other processors do both operations exactly rounded, each with
/// an error of half an ulp, which is one ulp of a result just above a power of two.
double limit() {
  return has_processor_operations() ? 1.05 : 1.5;
}

}  // namespace

TEST_CASE("reciprocal square roots are accurate", "[reciprocal_roots]") {
  CHECK(worst_reciprocal(load_roots(), 65537) < limit());
}

TEST_CASE("reciprocal square roots are accurate for every float", "[.slow][reciprocal_roots]") {
  CHECK(worst_reciprocal(load_shared("reciprocal_roots.O2.bc"), 1) < limit());
}

TEST_CASE("quotients by square roots are accurate", "[reciprocal_roots]") {
  const Program &program = load_roots();
  std::vector<float> special = {0,         -0.0F,    1,         -1,       3,         smallest,
                                -smallest, greatest, -greatest, infinity, -infinity, nan,
                                1e-38F,    1e-40F,   0x1p-126F, 0x1p-75F, 0x1p+127F, 7e22F};
  std::vector<float> x;
  std::vector<float> y;
  for (const float dividend : special) {
    for (const float argument : special) {
      x.push_back(dividend);
      y.push_back(argument);
    }
  }
  std::vector<float> out(x.size());
  Call(program, "quotient").buffer(out).buffer(x).buffer(y).run(row_of(x.size()));
  for (size_t i = 0; i < x.size(); ++i) {
    INFO(x[i] << " / sqrt(" << y[i] << ") = " << out[i]);
    // The sign of a zero argument is that of the root, and therefore of the result.
    const double exact = static_cast<double>(x[i]) / std::sqrt(static_cast<double>(y[i]));
    CHECK(error_of(out[i], exact) <= 2.5);
    CHECK((std::isnan(exact) || std::signbit(out[i]) == std::signbit(exact)));
  }
}

TEST_CASE("reciprocal square roots of vectors", "[reciprocal_roots]") {
  std::vector<float> x(4 * 100);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = 0.37F * static_cast<float>(i + 1);
  }
  std::vector<float> out(x.size());
  Call(load_roots(), "vectors").buffer(out).buffer(x).run(row_of(100));
  for (size_t i = 0; i < x.size(); ++i) {
    const double own = std::sqrt(static_cast<double>(x[i]));
    const double exact = own + x[i] / std::sqrt(static_cast<double>(x[i - i % 4]));
    CHECK(error_of(out[i], exact) <= 4);
  }
}

TEST_CASE("sums of reciprocal square roots in loops", "[reciprocal_roots]") {
  std::vector<float> x(100);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(i + 1);
  }
  std::vector<float> out(x.size());
  Call(load_roots(), "loop").buffer(out).buffer(x).value(67).run(row_of(x.size()));
  for (size_t i = 0; i < x.size(); ++i) {
    double sum = 0;
    for (size_t j = 0; j < 67; ++j) {
      sum += 1 / std::sqrt(static_cast<double>(x[i]) + x[j]);
    }
    CHECK(error_of(out[i], sum) <= 67);
  }
}

TEST_CASE("only inexact divisions by square roots become calls", "[reciprocal_roots]") {
  constexpr const char *text = R"(
    define float @f(float %x, float %y, double %d) {
      %root = call float @llvm.sqrt.f32(float %x)
      %tolerant = fdiv float %y, %root, !fpmath !0
      %exact = fdiv float %tolerant, %root
      %by_number = fdiv float %exact, %x, !fpmath !0
      %wide_root = call double @llvm.sqrt.f64(double %d)
      %wide = fdiv double 1.0, %wide_root, !fpmath !0
      %wide_exact = fdiv double %wide, %wide_root
      %narrow = fptrunc double %wide_exact to float
      %result = fadd float %by_number, %narrow
      ret float %result
    }
    declare float @llvm.sqrt.f32(float)
    declare double @llvm.sqrt.f64(double)
    !0 = !{float 2.5}
  )";
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, problem, context);
  INFO(problem.getMessage().str());
  REQUIRE(module != nullptr);
  llvm::Function &function = *module->getFunction("f");
  use_rsqrt(function);
  REQUIRE_FALSE(llvm::verifyModule(*module));
  unsigned divisions = 0;
  unsigned calls = 0;
  unsigned wide_calls = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    divisions += instruction.getOpcode() == llvm::Instruction::FDiv ? 1 : 0;
    calls += is_operation_call(instruction, ProcessorOperation::reciprocal_root) ? 1 : 0;
    wide_calls += is_operation_call(instruction, ProcessorOperation::reciprocal_root_f64) ? 1 : 0;
  }
  CHECK(calls == (has_processor_operations() ? 1 : 0));
  CHECK(wide_calls == (has_processor_operations() ? 1 : 0));
  CHECK(calls + wide_calls + divisions == 5);
  inline_processor_operations(*module);
  CHECK_FALSE(llvm::verifyModule(*module));
  for (const llvm::Function &other : *module) {
    CHECK((other.isDeclaration() || &other == &function));
  }
}

}  // namespace mux::compiler::test
