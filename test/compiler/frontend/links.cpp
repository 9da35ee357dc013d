// muxLink() of containers with valid checksums and invalid content.

#include <mux/compiler.h>
#include <mux/extensions.h>

#include <catch2/catch.hpp>

#include "compile.h"
#include "compiler/container/container.h"
#include "counting_allocator.h"

using namespace mux::test;
using mux::compiler::CodeKind;
using mux::compiler::Container;

namespace {

CompileResult link_one(const std::string &binary) {
  CountingAllocator allocator;
  const void *pointer = binary.data();
  const uint64_t length = binary.size();
  mux_link_info_t info = {};
  info.binaries = &pointer;
  info.binary_lengths = &length;
  info.binary_count = 1;
  mux_compilation_t compilation = nullptr;
  const mux_result_t result = muxLink(&info, allocator.info(), &compilation);
  return take_result(result, compilation, allocator);
}

std::string container_of(std::string_view code) {
  Container container;
  container.kind = CodeKind::linkable;
  container.code = code;
  return mux::compiler::write_container(container);
}

std::string object_of(const std::string &source) {
  const CompileResult result = compile(source, "", nullptr, mux_compile_output_object);
  REQUIRE(result.result == mux_success);
  return result.binary;
}

}  // namespace

TEST_CASE("an object without bitcode is rejected", "[muxLink]") {
  for (const std::string &code : {std::string("text"), std::string(), std::string(64, '\0'),
                                  std::string("BC\xc0\xde") + std::string(60, '\x7f')}) {
    const CompileResult result = link_one(container_of(code));
    INFO(result.message);
    REQUIRE(result.result == mux_error_invalid_binary);
    REQUIRE(contains(result.message, "muxLink: link: error: binary 0 cannot be read"));
  }
}

TEST_CASE("an object with truncated bitcode is rejected", "[muxLink]") {
  const std::string object = object_of("kernel void k(global int *a) { a[0] = 1; }");
  Container container;
  std::string error;
  REQUIRE(mux::compiler::read_container(object, container, error));
  const std::string code(container.code);
  REQUIRE(link_one(container_of(code)).result == mux_success);
  // Properties that LLVM does not validate are checked first.
  REQUIRE(contains(link_one(container_of(code + "x")).message, "not a multiple of four"));
  for (size_t length = 0; length < code.size(); length += 52) {
    REQUIRE(link_one(container_of(code.substr(0, length))).result == mux_error_invalid_binary);
  }
}

TEST_CASE("a linked program has the functions that its kernels use", "[muxLink]") {
  const CompileResult result =
      link_one(object_of("int called_by_nobody(int x) { return x * 3; }\n"
                         "int called(int x) { return x * 5; }\n"
                         "kernel void k(global int *a) { a[0] = called(a[1]); }\n"));
  INFO(result.message);
  REQUIRE(result.result == mux_success);
  Container container;
  std::string error;
  REQUIRE(mux::compiler::read_container(result.binary, container, error));
  const std::string code(container.code);
  CHECK_FALSE(contains(code, "called_by_nobody"));
  CHECK(contains(code, "called"));
}

TEST_CASE("the table of kernels of an object is ignored in favor of its code", "[muxLink]") {
  Container container;
  std::string error;
  const std::string object = object_of("kernel void k(global int *a) { a[0] = 1; }");
  REQUIRE(mux::compiler::read_container(object, container, error));
  container.kernels.front().name = "other";
  REQUIRE(link_one(mux::compiler::write_container(container)).result == mux_success);
}
