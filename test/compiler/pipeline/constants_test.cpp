// The code of a kernel with given values of constants is that of a kernel with the values in its
// source: the loop is unrolled, the branch is gone, accesses are contiguous.

#include <catch2/catch.hpp>
#include <cstring>

#include "compiler/program/compile.h"
#include "compiler/program/program_bitcode.h"
#include "kernel_runner.h"

namespace mux::compiler::test {
namespace {

/// A kernel that computes with three numbers.
/// @param variables definitions of variables.
/// @param loads instructions at its start.
std::string program_text(const std::string &variables, const std::string &loads,
                         const std::string &count, const std::string &mode,
                         const std::string &stride) {
  return variables +
         "define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in) {\n"
         "entry:\n" +
         loads + "  %id = call spir_func i64 @_Z13get_global_idj(i32 0)\n  %is_sum = icmp eq i32 " +
         mode + ", 2\n  %at = mul i64 %id, " + stride +
         "\n"
         "  %from = getelementptr float, ptr addrspace(1) %in, i64 %at\n"
         "  %first = load float, ptr addrspace(1) %from\n"
         "  br i1 %is_sum, label %sums, label %roots\n"
         "sums:\n"
         "  br label %loop\n"
         "loop:\n"
         "  %i = phi i32 [ 0, %sums ], [ %next, %loop ]\n"
         "  %x = phi float [ %first, %sums ], [ %y, %loop ]\n"
         "  %y = fadd float %x, %first\n"
         "  %next = add nuw nsw i32 %i, 1\n"
         "  %again = icmp slt i32 %next, " +
         count +
         "\n"
         "  br i1 %again, label %loop, label %end\n"
         "roots:\n"
         "  %root = call spir_func float @_Z3cosf(float %first)\n"
         "  br label %end\n"
         "end:\n"
         "  %result = phi float [ %y, %loop ], [ %root, %roots ]\n"
         "  %to = getelementptr float, ptr addrspace(1) %out, i64 %id\n"
         "  store float %result, ptr addrspace(1) %to\n"
         "  ret void\n"
         "}\n"
         "declare spir_func i64 @_Z13get_global_idj(i32)\n"
         "declare spir_func float @_Z3cosf(float)\n";
}

std::string open_program() {
  return assemble(
      program_text("@count = weak addrspace(2) constant i32 7, align 4\n"
                   "@mode = weak addrspace(2) constant i32 2, align 4\n"
                   "@stride = weak addrspace(2) constant i64 5, align 8\n",
                   "  %count = load i32, ptr addrspace(2) @count\n"
                   "  %mode = load i32, ptr addrspace(2) @mode\n"
                   "  %stride = load i64, ptr addrspace(2) @stride\n",
                   "%count", "%mode", "%stride"));
}

std::string closed_program(int32_t count, int32_t mode, int64_t stride) {
  return assemble(
      program_text("", "", std::to_string(count), std::to_string(mode), std::to_string(stride)));
}

template <class T>
ConstantValue value_for(const char *symbol, T value) {
  ConstantValue result = {symbol, std::string(sizeof(value), '\0')};
  std::memcpy(result.bytes.data(), &value, sizeof(value));
  return result;
}

/// The code of each tier and kind that a kernel may have.
std::vector<std::string> codes_of(const std::string &bitcode,
                                  const std::vector<ConstantValue> &constants) {
  const std::vector<std::string> kernels = {"k"};
  const ProgramBitcode program(bitcode, kernels, constants);
  std::string error;
  KernelDescription description;
  const bool is_described = describe_kernel(program, "k", description, error);
  INFO(error);
  REQUIRE(is_described);
  CompiledObject any;
  REQUIRE(compile_kernel(program, "k", RequiredGroups::any, any, error));
  std::vector<std::string> codes = {any.code};
  Specialization quick;
  quick.tier = CodeTier::quick;
  quick.shape = RangeShape{.dimensions = 1, .has_small_ids = true, .has_long_rows = true};
  Specialization sized;
  sized.range = FixedRange{{64, 1, 1}, true};
  for (const Specialization &specialization : {quick, sized}) {
    CompiledObject object;
    REQUIRE(compile_specialized(program, description, specialization, object, error));
    codes.push_back(object.code);
  }
  return codes;
}

}  // namespace

TEST_CASE("code with given constants is that of constants in the source", "[pipeline]") {
  const std::string open = open_program();
  CHECK(codes_of(open, {}) == codes_of(closed_program(7, 2, 5), {}));
  const std::vector<std::string> contiguous = codes_of(open, {value_for("stride", int64_t{1})});
  CHECK(contiguous == codes_of(closed_program(7, 2, 1), {}));
  CHECK(codes_of(open, {value_for("count", 3), value_for("stride", int64_t{1})}) ==
        codes_of(closed_program(3, 2, 1), {}));
  const std::vector<std::string> root =
      codes_of(open, {value_for("mode", 0), value_for("stride", int64_t{1})});
  CHECK(root == codes_of(closed_program(7, 0, 1), {}));
  // The comparisons above can fail.
  CHECK(root != contiguous);
}

TEST_CASE("an outline lists the constants, whatever they decide", "[pipeline]") {
  ProgramOutline outline;
  std::string error;
  REQUIRE(inspect_bitcode(open_program(), outline, error));
  REQUIRE(outline.constants.size() == 3);
  CHECK(outline.constants[0].symbol == "count");
  CHECK(outline.constants[2].default_value == std::string("\5\0\0\0\0\0\0\0", 8));
  CHECK_FALSE(outline.constants[0].is_fixed);
  CHECK_FALSE(outline.constants[0].id.has_value());
}

TEST_CASE("values of constants are matched with the program's", "[pipeline]") {
  const std::vector<ProgramConstant> constants = {
      {"b", std::nullopt, false, std::string(4, 'b')},
      {"a", std::nullopt, false, std::string(4, 'a')},
      {"spirv.constant.1", 1, false, std::string(4, '1')},
      {"spirv.constant.2", 2, true, std::string(4, '2')}};
  const auto match = [&](const std::vector<GivenConstant> &given) {
    std::string text;
    for (const ConstantValue &value : match_constants(given, constants)) {
      text += value.symbol + "=" + value.bytes + " ";
    }
    return text;
  };
  CHECK(match({}).empty());
  CHECK(match({{"b", 0, "BBBB"}, {std::nullopt, 1, "1111"}, {"a", 0, "AAAA"}}) == "a=AAAA b=BBBB ");
  CHECK(match({{std::nullopt, 1, "ones"}}) == "spirv.constant.1=ones ");
  CHECK_THROWS_AS(match({{"spirv.constant.1", 0, "ones"}}), ConstantRefused);
  CHECK_THROWS_AS(match({{std::nullopt, 3, "ones"}}), ConstantRefused);
  CHECK_THROWS_AS(match({{std::nullopt, 2, "2222"}}), ConstantRefused);
  CHECK_THROWS_AS(match({{"a", 0, "AAA"}}), ConstantRefused);
}

}  // namespace mux::compiler::test
