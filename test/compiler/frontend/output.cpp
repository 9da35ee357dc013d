#include <catch2/catch.hpp>
#include <cfenv>

#include "compile.h"
#include "compiler/container/container.h"

using namespace mux::test;
using mux::compiler::CodeKind;
using mux::compiler::Container;

namespace {

constexpr const char *two_kernels =
    "kernel void second(global int *a) { a[0] = 1; }\n"
    "int helper(int x) { return x; }\n"
    "kernel void first(float x, local int *b) { b[0] = helper(2); }\n";

Container read(const std::string &binary) {
  Container container;
  std::string error;
  const bool ok = mux::compiler::read_container(binary, container, error);
  INFO(error);
  REQUIRE(ok);
  return container;
}

}  // namespace

TEST_CASE("portable output is a container of bitcode with the names of the kernels",
          "[muxCompile]") {
  const CompileResult result = compile(two_kernels);
  REQUIRE(result.result == mux_success);
  const Container container = read(result.binary);
  REQUIRE(container.kind == CodeKind::bitcode);
  REQUIRE(container.cpu.empty());
  REQUIRE(container.code.substr(0, 4) == "BC\xc0\xde");
  REQUIRE(container.kernels.size() == 2);
  REQUIRE(container.kernels[0].name == "second");
  REQUIRE(container.kernels[1].name == "first");
}

TEST_CASE("an object is a container of bitcode that is not a program", "[muxCompile]") {
  const CompileResult result = compile(two_kernels, "", nullptr, mux_compile_output_object);
  REQUIRE(result.result == mux_success);
  const Container container = read(result.binary);
  REQUIRE(container.kind == CodeKind::linkable);
  REQUIRE(container.code.substr(0, 4) == "BC\xc0\xde");
  REQUIRE(container.kernels.size() == 2);
}

TEST_CASE("a program has the functions and constants that its kernels use, an object all",
          "[muxCompile]") {
  const std::string source =
      "constant int table_of_nobody[3] = {1, 2, 3};\n"
      "constant int table_of_kernel[3] = {4, 5, 6};\n"
      "global int variable_of_nobody;\n"
      "int called_by_nobody_that_is_called(int x) { return table_of_nobody[x]; }\n"
      "int called_by_nobody(int x) { return called_by_nobody_that_is_called(x); }\n"
      "int called_by_called(int x) { return table_of_kernel[x]; }\n"
      "int called(int x) { return called_by_called(x + 1); }\n"
      "kernel void first(global int *a) { a[0] = called(a[1]); }\n";
  const CompileResult compiled = compile(source, "-cl-std=CL3.0");
  const CompileResult compiled_object =
      compile(source, "-cl-std=CL3.0", nullptr, mux_compile_output_object);
  const std::string program(read(compiled.binary).code);
  const std::string object(read(compiled_object.binary).code);
  // Bitcode contains names as plain text.
  for (const char *name : {"table_of_nobody", "called_by_nobody_that_is_called"}) {
    INFO(name);
    CHECK_FALSE(contains(program, name));
    CHECK(contains(object, name));
  }
  for (const char *name :
       {"table_of_kernel", "variable_of_nobody", "called_by_called", "called", "first"}) {
    INFO(name);
    CHECK(contains(program, name));
    CHECK(contains(object, name));
  }
}

TEST_CASE("native output is a container of an ELF object with complete kernels", "[muxCompile]") {
  const CompileResult result = compile(two_kernels, "", nullptr, mux_compile_output_native);
  INFO(result.log);
  REQUIRE(result.result == mux_success);
  const Container container = read(result.binary);
  REQUIRE(container.kind == CodeKind::object);
  REQUIRE_FALSE(container.cpu.empty());
  REQUIRE(container.code.substr(0, 4) ==
          "\x7f"
          "ELF");
  REQUIRE(container.kernels.size() == 2);
  for (const auto &kernel : container.kernels) {
    REQUIRE((kernel.name == "first" || kernel.name == "second"));
    REQUIRE(kernel.arguments.size() == (kernel.name == "first" ? 2 : 1));
  }
}

TEST_CASE("a source without kernels gives a binary without kernels", "[muxCompile]") {
  for (const uint32_t output : {mux_compile_output_portable, mux_compile_output_native}) {
    const CompileResult result = compile("int f(int x) { return x; }", "", nullptr, output);
    INFO(result.log);
    REQUIRE(result.result == mux_success);
    REQUIRE(read(result.binary).kernels.empty());
  }
}

TEST_CASE("the same source gives the same binary, whatever the caller's rounding mode",
          "[muxCompile]") {
  const std::string source = "kernel void k(global float *a) { a[0] = 1.0f / 3.0f + a[1] * 0.1f; }";
  const std::string binary = compile(source).binary;
  REQUIRE_FALSE(binary.empty());
  std::fesetround(FE_UPWARD);
  const std::string other = compile(source).binary;
  std::fesetround(FE_TONEAREST);
  REQUIRE(binary == other);
}
