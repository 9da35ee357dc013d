// Contraction and ND-range queries of a module are translated to what Clang emits for OpenCL C, as
// passes expect it.

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <catch2/catch.hpp>

#include <memory>

#include "compile.h"
#include "compiler/container/container.h"
#include "module_text.h"
#include "modules.h"

namespace mux::test::as_of_opencl_c {
namespace {

/// The IR of a module: its parameters are %0, %1 and %2.
std::string ir_of(const ModuleText &text, const std::string &options = {}) {
  const CompileResult compiled = compile(bytes_of(text.assemble()), options, "module.spv");
  INFO(compiled.log);
  REQUIRE(compiled.result == mux_success);
  compiler::Container container;
  std::string error;
  REQUIRE(compiler::read_container(compiled.binary, container, error));
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile({container.code, "program"}, context);
  REQUIRE(static_cast<bool>(module));
  std::string ir;
  llvm::raw_string_ostream(ir) << **module;
  return ir;
}

ModuleText kernel_of(const std::string &body) {
  ModuleText text;
  text.kernel("test", {"global_float out", "float x", "float y"}, body);
  return text;
}

const std::string sum_of_product =
    "%product = OpFMul %float %x %y\n"
    "%sum = OpFAdd %float %x %product\n"
    "OpStore %out %sum Aligned 4\n";

}  // namespace

TEST_CASE("a sum with a product of a single use is contracted", "[muxCompile]") {
  const std::string ir = ir_of(kernel_of(sum_of_product));
  CHECK(contains(ir, "@llvm.fmuladd.f32(float %1, float %2, float %1)"));
  CHECK_FALSE(contains(ir, "fmul "));
}

TEST_CASE("differences are contracted with the correct sign", "[muxCompile]") {
  const std::string product = "%product = OpFMul %float %x %y\n";
  const std::string end = "OpStore %out %difference Aligned 4\n";
  const std::string left =
      ir_of(kernel_of(product + "%difference = OpFSub %float %product %x\n" + end));
  CHECK(contains(left, "%4 = fneg float %1\n"));
  CHECK(contains(left, "@llvm.fmuladd.f32(float %1, float %2, float %4)"));
  const std::string right =
      ir_of(kernel_of(product + "%difference = OpFSub %float %y %product\n" + end));
  CHECK(contains(right, "%4 = fneg float %1\n"));
  CHECK(contains(right, "@llvm.fmuladd.f32(float %4, float %2, float %2)"));
}

TEST_CASE("nothing is contracted with ContractionOff, or where the product is used again",
          "[muxCompile]") {
  ModuleText off = kernel_of(sum_of_product);
  off.execution_mode("%test ContractionOff");
  CHECK_FALSE(contains(ir_of(off), "fmuladd"));
  CHECK_FALSE(
      contains(ir_of(kernel_of(sum_of_product + "OpStore %out %product Aligned 4\n")), "fmuladd"));
}

TEST_CASE("quotients and roots of float have the accuracy of OpenCL", "[muxCompile]") {
  const ModuleText text = kernel_of(
      "%quotient = OpFDiv %float %x %y\n"
      "%root = OpExtInst %float %opencl sqrt %quotient\n"
      "OpStore %out %root Aligned 4\n");
  const std::string ir = ir_of(text);
  CHECK(contains(ir, "fdiv float %1, %2, !fpmath"));
  CHECK(contains(ir, "!{float 2.500000e+00}"));
  CHECK(contains(ir, "!{float 3.000000e+00}"));
  CHECK_FALSE(contains(ir_of(text, "-cl-fp32-correctly-rounded-divide-sqrt"), "fpmath"));
}

TEST_CASE("a component of an ND-range built-in is a single call", "[muxCompile]") {
  const std::string ir =
      ir_of(kernel_of("%ids = OpLoad %v3ulong %GlobalInvocationId\n"
                      "%second = OpCompositeExtract %ulong %ids 1\n"
                      "%at = OpInBoundsPtrAccessChain %global_float %out %second\n"
                      "OpStore %at %x Aligned 4\n"));
  CHECK(contains(ir, "@_Z13get_global_idj(i32 1)"));
  CHECK_FALSE(contains(ir, "extractelement"));
  CHECK_FALSE(contains(ir, "alloca"));
}

}  // namespace mux::test::as_of_opencl_c
