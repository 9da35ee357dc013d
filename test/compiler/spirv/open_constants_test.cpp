// Specialization constants whose values are given when an executable is made.

#include <catch2/catch.hpp>

#include <array>
#include <cstring>

#include "compile.h"
#include "compiler/container/container.h"
#include "counting_allocator.h"
#include "module_text.h"
#include "modules.h"

namespace mux::test::open_constants {
namespace {

CompileResult compile_open(const std::string &module, uint32_t open_constants,
                           uint32_t output = mux_compile_output_portable,
                           const std::vector<mux_specialization_value_t> &values = {}) {
  mux_compile_info_t info = {};
  info.source = module.data();
  info.source_length = module.size();
  info.output = output;
  info.open_constants = open_constants;
  info.specialization_values = values.data();
  info.specialization_value_count = values.size();
  CountingAllocator allocator;
  mux_compilation_t compilation = nullptr;
  const mux_result_t result = muxCompile(&info, allocator.info(), &compilation);
  CompileResult taken = take_result(result, compilation, allocator);
  INFO(taken.log);
  REQUIRE(taken.result == mux_success);
  return taken;
}

/// The result of modules/specialized.spvasm.
uint32_t result_of(uint32_t number, uint64_t wide, bool truth, uint8_t small) {
  return (number + static_cast<uint32_t>(wide)) * (truth ? 12 : 3) + small;
}

void check(const std::string &binary, std::span<const ConstantValue> constants, uint32_t expected) {
  for (const uint32_t value : run_kernel(binary, test_input(1), constants)) {
    REQUIRE(value == expected);
  }
}

std::string message_of(const std::string &binary, const ConstantValue &constant) {
  try {
    run_kernel(binary, test_input(1), {&constant, 1});
  } catch (const Error &error) {
    CHECK(error.result() == mux_error_invalid_value);
    return error.what();
  }
  return "no error";
}

std::string code_of(const std::string &binary) {
  compiler::Container container;
  std::string error;
  REQUIRE(compiler::read_container(binary, container, error));
  return std::string(container.code);
}

/// A module whose kernel `test` computes with a specialization constant %c of a type; further
/// declarations follow it.
ModuleText module_with(const std::string &constant, const std::string &declarations,
                       const std::string &body) {
  ModuleText text;
  text.decorate("%c SpecId 7");
  text.declare("%c = " + constant + "\n" + declarations);
  text.kernel("test", {"global_uint out", "global_uint in"},
              "%ids = OpLoad %v3ulong %GlobalInvocationId\n"
              "%id = OpCompositeExtract %ulong %ids 0\n"
              "%target = OpInBoundsPtrAccessChain %global_uint %out %id\n" +
                  body + "OpStore %target %result Aligned 4\n");
  return text;
}

}  // namespace

TEST_CASE("open specialization constants have the executable's values", "[muxCompile]") {
  const std::string binary = compile_open(read_module("specialized"), 1).binary;
  check(binary, {}, result_of(10, 200, false, 3));
  const std::vector<ConstantValue> one = {{2, uint64_t{5000}}};
  check(binary, one, result_of(10, 5000, false, 3));
  const std::vector<ConstantValue> all = {{4, uint8_t{77}}, {3, uint8_t{1}}, {2, uint64_t{1}}};
  check(binary, all, result_of(10, 1, true, 77));
}

TEST_CASE("values that a module is compiled with are the defaults of open constants",
          "[muxCompile]") {
  const uint64_t wide = 9;
  const std::string binary =
      compile_open(read_module("specialized"), 1, mux_compile_output_portable, {{2, 8, &wide}})
          .binary;
  check(binary, {}, result_of(10, 9, false, 3));
  const std::vector<ConstantValue> given = {{2, uint64_t{10}}};
  check(binary, given, result_of(10, 10, false, 3));
}

TEST_CASE("a constant that the translation depends on is fixed", "[muxCompile]") {
  // Constant 1 is also the length of an array.
  const std::string binary = compile_open(read_module("specialized"), 1).binary;
  const Device device;
  const Executable executable(device, std::as_bytes(std::span(binary)));
  const std::vector<mux_constant_info_t> constants = executable.constants();
  REQUIRE(constants.size() == 4);
  for (uint32_t i = 0; i < 4; ++i) {
    CHECK(constants[i].name == nullptr);
    CHECK(constants[i].id == i + 1);
    CHECK((constants[i].is_fixed != 0) == (i == 0));
  }
  CHECK(constants[1].size == 8);
  CHECK(constants[2].size == 1);
  CHECK(contains(message_of(binary, {1, uint32_t{10}}),
                 "depends on specialization constant 1 (the length of an array"));
  CHECK(contains(message_of(binary, {2, uint32_t{10}}),
                 "specialization constant 2 has 8 bytes, and the value for it 4"));
  CHECK(contains(message_of(binary, {9, uint32_t{10}}), "no specialization constant 9"));
  CHECK(contains(message_of(binary, {"number", uint32_t{10}}), "no constant 'number'"));
}

TEST_CASE("constants are only open if that is requested", "[muxCompile]") {
  const std::string binary = compile_open(read_module("specialized"), 0).binary;
  CHECK(contains(message_of(binary, {2, uint64_t{10}}), "its constants: none"));
}

TEST_CASE("code with the defaults of open constants is that of closed ones", "[muxCompile]") {
  const std::string module = read_module("specialized");
  const std::string closed = code_of(compile_open(module, 0, mux_compile_output_native).binary);
  CHECK(code_of(compile_open(module, 1, mux_compile_output_native).binary) == closed);
  const uint64_t wide = 9;
  const std::vector<mux_specialization_value_t> values = {{2, 8, &wide}};
  const std::string other =
      code_of(compile_open(module, 0, mux_compile_output_native, values).binary);
  CHECK(other != closed);
  CHECK(code_of(compile_open(module, 1, mux_compile_output_native, values).binary) == other);
}

TEST_CASE("open constants: operations, composites, branches and phis", "[muxCompile]") {
  const std::string binary =
      compile_open(bytes_of(module_with("OpSpecConstant %uint 5",
                                        "%twice = OpSpecConstantOp %uint IMul %c %uint_2\n"
                                        "%pair = OpSpecConstantComposite %pair_uint %twice %c\n"
                                        "%more = OpSpecConstantOp %uint CompositeExtract %pair 0\n"
                                        "%large = OpSpecConstantOp %bool UGreaterThan %more "
                                        "%uint_20\n",
                                        "OpBranchConditional %large %yes %no\n"
                                        "%yes = OpLabel\n"
                                        "OpBranch %end\n"
                                        "%no = OpLabel\n"
                                        "%whole = OpCompositeExtract %uint %pair 1\n"
                                        "OpBranch %end\n"
                                        "%end = OpLabel\n"
                                        "%result = OpPhi %uint %more %yes %whole %no\n")
                                .assemble()),
                   1)
          .binary;
  check(binary, {}, 5);
  const std::vector<ConstantValue> small = {{7, uint32_t{10}}};
  check(binary, small, 10);
  const std::vector<ConstantValue> large = {{7, uint32_t{11}}};
  check(binary, large, 22);
}

TEST_CASE("open constants: floating-point numbers and Booleans", "[muxCompile]") {
  const std::string number = compile_open(bytes_of(module_with("OpSpecConstant %float 1.5", "",
                                                               "%result = OpConvertFToU %uint %c\n")
                                                       .assemble()),
                                          1)
                                 .binary;
  check(number, {}, 1);
  const std::vector<ConstantValue> seven = {{7, 7.25F}};
  check(number, seven, 7);
  const std::string truth =
      compile_open(bytes_of(module_with("OpSpecConstantTrue %bool", "",
                                        "%result = OpSelect %uint %c %uint_4 %uint_9\n")
                                .assemble()),
                   1)
          .binary;
  check(truth, {}, 4);
  const std::vector<ConstantValue> no = {{7, uint8_t{0}}};
  check(truth, no, 9);
}

TEST_CASE("open constants: what decides the translation fixes them", "[muxCompile]") {
  const std::string scope = compile_open(bytes_of(module_with("OpSpecConstant %uint 2", "",
                                                              "OpControlBarrier %c %c %uint_256\n"
                                                              "%result = OpIAdd %uint %c %c\n")
                                                      .assemble()),
                                         1)
                                .binary;
  check(scope, {}, 4);
  CHECK(contains(message_of(scope, {7, uint32_t{2}}), "depends on specialization constant 7"));
  const std::string initializer =
      compile_open(
          bytes_of(module_with("OpSpecConstant %uint 2",
                               "%sum = OpSpecConstantOp %uint IAdd %c %uint_3\n"
                               "%variable_sum = OpVariable %constant_uint UniformConstant %sum\n",
                               "%result = OpLoad %uint %variable_sum Aligned 4\n")
                       .assemble()),
          1)
          .binary;
  check(initializer, {}, 5);
  CHECK(
      contains(message_of(initializer, {7, uint32_t{2}}), "depends on specialization constant 7"));
}

TEST_CASE("open constants of linked objects are shared by their numbers", "[muxLink]") {
  const auto object = [](const std::string &value, const std::string &body) {
    ModuleText text;
    text.decorate("%c SpecId 7");
    text.declare("%c = OpSpecConstant %uint " + value + "\n");
    text.kernel(body == "" ? "test" : "other", {"global_uint out", "global_uint in"},
                "%ids = OpLoad %v3ulong %GlobalInvocationId\n"
                "%id = OpCompositeExtract %ulong %ids 0\n"
                "%target = OpInBoundsPtrAccessChain %global_uint %out %id\n" +
                    body + "OpStore %target %c Aligned 4\n");
    return compile_open(bytes_of(text.assemble()), 1, mux_compile_output_object).binary;
  };
  const std::string barrier = "OpControlBarrier %uint_2 %uint_2 %uint_256\n";
  const CompileResult linked = link(object("3", ""), object("3", barrier));
  INFO(linked.log);
  REQUIRE(linked.result == mux_success);
  const std::vector<ConstantValue> given = {{7, uint32_t{8}}};
  check(linked.binary, given, 8);
  // Another default, and one module whose translation depends on the constant.
  CHECK(contains(link(object("3", ""), object("4", barrier)).log, "another default value"));
  const CompileResult fixed =
      link(object("2", ""), object("2", "OpControlBarrier %c %c %uint_256\n"));
  REQUIRE(fixed.result == mux_success);
  CHECK(
      contains(message_of(fixed.binary, {7, uint32_t{2}}), "depends on specialization constant 7"));
}

}  // namespace mux::test::open_constants
