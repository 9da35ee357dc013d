// Branches, phis, switches, calls, barriers and hints.

#include "rows.h"

namespace mux::test::control_flow {
namespace {

/// A switch whose cases return a number each, as a function of the selector.
template <class T>
void add_switch(KernelTable &table, const std::vector<T> &cases) {
  const std::string type = type_name<T>();
  const std::string name = "choose_" + type;
  std::string text = "%" + name + " = OpFunction %uint None " +
                     table.text.function_type("uint", {type}) + "\n%selector_" + type +
                     " = OpFunctionParameter %" + type + "\n%start_" + type +
                     " = OpLabel\nOpSwitch %selector_" + type + " %default_" + type;
  std::string blocks;
  std::string phi = "%phi_" + type + " = OpPhi %uint %uint_1000 %default_" + type;
  for (size_t i = 0; i < cases.size(); ++i) {
    const std::string block = "%case_" + type + "_" + std::to_string(i);
    text += " " + std::to_string(cases[i]) + " " + block;
    blocks += block + " = OpLabel\nOpBranch %end_" + type + "\n";
    phi += " %uint_" + std::to_string(i) + " " + block;
  }
  text += "\n%default_" + type + " = OpLabel\nOpBranch %end_" + type + "\n" + blocks + "%end_" +
          type + " = OpLabel\n" + phi + "\nOpReturnValue %phi_" + type + "\nOpFunctionEnd";
  table.text.function(text);
  const auto expected = [=](T a) {
    const auto found = std::find(cases.begin(), cases.end(), a);
    return found == cases.end() ? 1000U : static_cast<uint32_t>(found - cases.begin());
  };
  const std::vector<Row<uint32_t, T>> rows = {
      {"", "%r = OpFunctionCall %uint %" + name + " %a", [=](T a, T, T) { return expected(a); }}};
  add_rows(table, "switch", 1, rows);
}

/// The sum of the numbers from 1 to %a modulo 16, by a loop with two phis.
const std::string loop = R"(
%count = OpUMod %uint %a %uint_16
OpBranch %head
%head = OpLabel
%i = OpPhi %uint %uint_0 %entry %next %more
%sum = OpPhi %uint %uint_0 %entry %added %more
%goes_on = OpULessThan %bool %i %count
OpLoopMerge %after %more None
OpBranchConditional %goes_on %more %after
%more = OpLabel
%next = OpIAdd %uint %i %uint_1
%added = OpIAdd %uint %sum %next
OpBranch %head
%after = OpLabel
OpSelectionMerge %joined None
OpBranchConditional %goes_on %never %joined
%never = OpLabel
OpUnreachable
%joined = OpLabel
)";

}  // namespace

TEST_CASE("switches on integers of all widths", "[spirv]") {
  KernelTable table;
  add_switch<uint32_t>(table, {0, 2, 0xffffffff, 0x80000000});
  add_switch<uint64_t>(table, {0, 2, 0xffffffffffffffff, 0x7fffffffffffffff});
  table.check();
}

TEST_CASE("loops, calls, hints and debug lines", "[spirv]") {
  KernelTable table;
  table.text.capability("ExpectAssumeKHR");
  table.text.extension("SPV_KHR_expect_assume");
  const auto sum = [](uint32_t a) { return a % 16 * (a % 16 + 1) / 2; };
  std::vector<Row<uint32_t, uint32_t>> rows = {
      {"OpCopyObject", "%sum", [=](uint32_t a, uint32_t, uint32_t) { return sum(a); }},
      {"OpExpectKHR", "%sum %uint_3", [=](uint32_t a, uint32_t, uint32_t) { return sum(a); }},
      {"",
       "OpNop\n%small = OpULessThan %bool %count %uint_16\nOpAssumeTrueKHR %small\n"
       "%r = OpIAdd %uint %sum %count",
       [=](uint32_t a, uint32_t, uint32_t) { return sum(a) + a % 16; }},
      {"", "OpLine %source_file 7 3\n%r = OpCopyObject %uint %sum\nOpNoLine",
       [=](uint32_t a, uint32_t, uint32_t) { return sum(a); }}};
  add_rows(table, "loop", 1, rows);
  table.last().prologue = loop;
  table.check();
}

TEST_CASE("writes are visible to other work-items after a barrier", "[spirv]") {
  TableKernel kernel;
  kernel.name = "barriers";
  const auto values = sample<uint32_t>(128, 1, 3);
  kernel.inputs = {{"uint", as_bytes(values)}};
  kernel.prologue =
      "%local_id = OpLoad %ulong %LocalInvocationIndex\n"
      "%own = OpInBoundsAccessChain %local_uint %variable_shared %local_id\n"
      "OpStore %own %a\n"
      "OpMemoryBarrier %uint_2 %uint_272\n"
      "OpControlBarrier %uint_2 %uint_2 %uint_272\n"
      "%mirrored = OpISub %ulong %ulong_63 %local_id\n";
  kernel.outputs = {
      {"uint",
       "%p = OpInBoundsAccessChain %local_uint %variable_shared %mirrored\n%r = OpLoad %uint %p",
       "", expect_each<uint32_t>(128, 1, [=](size_t item, size_t) {
         return values[item / 64 * 64 + 63 - item % 64];
       })}};
  KernelTable table;
  table.text.declare("%variable_shared = OpVariable %local_array64_uint Workgroup");
  table.add(std::move(kernel));
  table.check();
}

}  // namespace mux::test::control_flow
