// Functions that no kernel uses are removed from finished programs, but not from objects.

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <catch2/catch.hpp>

#include <memory>
#include <set>

#include "compiler/container/container.h"
#include "module_text.h"
#include "modules.h"

namespace mux::test::unused_functions {
namespace {

using Names = std::set<std::string>;

/// The functions defined in the bitcode of a container.
Names functions_of(const std::string &binary) {
  compiler::Container container;
  std::string error;
  REQUIRE(compiler::read_container(binary, container, error));
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile({container.code, "program"}, context);
  REQUIRE(static_cast<bool>(module));
  Names names;
  for (const llvm::Function &function : **module) {
    if (!function.isDeclaration()) {
      names.insert(function.getName().str());
    }
  }
  return names;
}

/// An exported function of one number that returns the result of the lines.
void add_function(ModuleText &text, const std::string &name, const std::string &lines) {
  text.decorate("%" + name + " LinkageAttributes \"" + name + "\" Export");
  const std::string type = text.function_type("uint", {"uint"});
  text.function("%" + name + " = OpFunction %uint None " + type + "\n%" + name +
                "_x = OpFunctionParameter %uint\n%" + name + "_entry = OpLabel\n" + lines +
                "\nOpReturnValue %" + name + "_result\nOpFunctionEnd");
}

/// A kernel that calls `called`, which calls `inner`, and `unused`, which calls `other`.
std::string module_with_unused_functions() {
  ModuleText text;
  add_function(text, "inner", "%inner_result = OpIAdd %uint %inner_x %uint_1");
  add_function(text, "called", "%called_result = OpFunctionCall %uint %inner %called_x");
  add_function(text, "other", "%other_result = OpFunctionCall %uint %inner %other_x");
  add_function(text, "unused", "%unused_result = OpFunctionCall %uint %other %unused_x");
  text.kernel("test", {"global_uint out", "uint x"},
              "%sum = OpFunctionCall %uint %called %x\nOpStore %out %sum\n");
  return bytes_of(text.assemble());
}

Names functions_as(uint32_t output) {
  const CompileResult compiled = compile(module_with_unused_functions(), "", "module.spv", output);
  INFO(compiled.log);
  REQUIRE(compiled.result == mux_success);
  return functions_of(compiled.binary);
}

/// The same in OpenCL C.
constexpr const char *source =
    "uint inner(uint x) { return x + 1; }\n"
    "uint called(uint x) { return inner(x); }\n"
    "uint other(uint x) { return inner(x); }\n"
    "uint unused(uint x) { return other(x); }\n"
    "kernel void test(global uint *out, uint x) { *out = called(x); }\n";

CompileResult compile_source(uint32_t output) {
  CompileResult compiled = compile(source, "", nullptr, output);
  INFO(compiled.log);
  REQUIRE(compiled.result == mux_success);
  return compiled;
}

}  // namespace

TEST_CASE("a program has the functions that its kernels call", "[muxCompile]") {
  REQUIRE(functions_as(mux_compile_output_portable) == Names{"called", "inner", "test"});
}

TEST_CASE("an object has all functions", "[muxCompile]") {
  REQUIRE(functions_as(mux_compile_output_object) ==
          Names{"called", "inner", "other", "test", "unused"});
}

TEST_CASE("a program of OpenCL C has the functions that its kernels call", "[muxCompile][source]") {
  REQUIRE(functions_of(compile_source(mux_compile_output_portable).binary) ==
          Names{"called", "inner", "test"});
}

TEST_CASE("a program linked of an object has the functions that its kernels call",
          "[muxLink][source]") {
  const std::string object = compile_source(mux_compile_output_object).binary;
  REQUIRE(functions_of(object) == Names{"called", "inner", "other", "test", "unused"});
  const std::string other =
      compile("uint another(uint x) { return x; }", "", nullptr, mux_compile_output_object).binary;
  REQUIRE(functions_of(link(object, other).binary) == Names{"called", "inner", "test"});
}

}  // namespace mux::test::unused_functions
