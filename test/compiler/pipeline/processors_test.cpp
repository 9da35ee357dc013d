// Target processors, and processors that cannot run their code.

#include <llvm/ADT/StringExtras.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Target/TargetMachine.h>

#include <catch2/catch.hpp>
#include <cstdlib>

#include "codegen/target/retarget.h"
#include "codegen/target/target_machine.h"
#include "compiler/container/container.h"
#include "compiler/processor/host_target.h"
#include "compiler/program/compile.h"
#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

using Catch::Matchers::Contains;

HostTarget level(const std::string &name) {
  HostTarget target;
  std::string error;
  INFO(error);
  REQUIRE(find_target(name, host_target(), target, error));
  return target;
}

/// The error message for a name on a machine with that processor.
std::string refusal(const std::string &name, const HostTarget &host) {
  HostTarget target;
  target.cpu = "as before";
  std::string error;
  CHECK_FALSE(find_target(name, host, target, error));
  CHECK(target.cpu == "as before");
  return error;
}

/// The error message when loading an object compiled for that processor.
std::string refusal_of_object(const std::string &cpu, const std::string &features) {
  CompiledObject object;
  std::string error;
  REQUIRE(compile_bitcode(read_binary("plain.O2.bc"), RequiredGroups::any, object, error));
  Container container;
  container.kind = CodeKind::object;
  container.kernels = object.kernels;
  container.cpu = cpu;
  container.cpu_features = features;
  container.code = object.code;
  CHECK(load_program(write_container(container), error) == nullptr);
  return error;
}

/// Whether check_target() accepts a module in text form, and its reason.
bool is_accepted(const std::string &text, bool for_code_target, std::string &error) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, problem, context);
  INFO(problem.getMessage().str());
  REQUIRE(module != nullptr);
  for (llvm::Function &function : *module) {
    if (for_code_target && !function.isDeclaration()) {
      set_target_attributes(function);
    }
  }
  error = llvm::toString(check_target(*module));
  return error.empty();
}

}  // namespace

TEST_CASE("native and an empty name select this processor", "[processors]") {
  for (const char *name : {"native", ""}) {
    const HostTarget target = level(name);
    CHECK(target.triple == host_target().triple);
    CHECK(target.cpu == host_target().cpu);
    CHECK(target.features == host_target().features);
  }
}

TEST_CASE("the x86-64 levels have their features, each more than the one before", "[processors]") {
  const HostTarget second = level("x86-64-v2");
  const HostTarget third = level("x86-64-v3");
  const HostTarget fourth = level("x86-64-v4");
  CHECK(second.cpu == "x86-64-v2");
  CHECK(fourth.triple == host_target().triple);
  for (const char *feature : {"sse4.2", "ssse3", "popcnt", "cx16"}) {
    CHECK(second.has_feature(feature));
  }
  for (const char *feature : {"avx", "avx2", "fma", "f16c", "bmi2", "lzcnt"}) {
    CHECK_FALSE(second.has_feature(feature));
    CHECK(third.has_feature(feature));
  }
  for (const char *feature : {"avx512f", "avx512bw", "avx512dq", "avx512vl"}) {
    CHECK_FALSE(third.has_feature(feature));
    CHECK(fourth.has_feature(feature));
  }
  CHECK(missing_features(second.features, third).empty());
  CHECK(missing_features(third.features, fourth).empty());
  CHECK_THAT(missing_features(third.features, second), Contains("'avx'") && Contains("'fma'"));
  CHECK_THAT(missing_features(fourth.features, third), Contains("'avx512f'"));
  // All test machines are at least of the second level.
  CHECK(missing_features(second.features, host_target()).empty());
}

TEST_CASE("unknown names are rejected, with the known ones", "[processors]") {
  for (const char *name : {"x86-64", "x86-64-v1", "x86-64-v5", "X86-64-V2", "x86-64-v3 ", "znver4",
                           "avx2", "nativ", "-", "+avx2"}) {
    CHECK(refusal(name, host_target()) ==
          "is '" + std::string(name) + "', not native, x86-64-v2, x86-64-v3 or x86-64-v4");
  }
  CHECK_THAT(refusal(std::string(100'000, 'x'), host_target()),
             Contains("'" + std::string(64, 'x') + "'"));
  HostTarget other = host_target();
  other.triple = "aarch64-unknown-linux-gnu";
  CHECK_THAT(refusal("x86-64-v2", other), Contains("which this machine is not"));
}

TEST_CASE("missing processor features are named", "[processors]") {
  const HostTarget processor{"x86_64-unknown-linux-gnu", "forged", "+a,-b,+c,-d"};
  CHECK(missing_features("", processor).empty());
  CHECK(missing_features("+a,+c,-b,-e", processor).empty());
  CHECK(missing_features("+b", processor) == "'b'");
  CHECK(missing_features("+a,+b,+unheard-of,-x,+d", processor) == "'b', 'unheard-of', 'd'");
  CHECK(missing_features(",,+b,,", processor) == "'b'");
  CHECK(missing_features("+1,+2,+3,+4,+5,+6,+7,+8", processor) ==
        "'1', '2', '3', '4', '5', '6', '7', '8'");
  CHECK(missing_features("+1,+2,+3,+4,+5,+6,+7,+8,+9,+10", processor) ==
        "'1', '2', '3', '4', '5', '6', '7', '8' and 2 more");
  CHECK_FALSE(processor.has_feature("b"));
  CHECK_FALSE(processor.has_feature(""));
  CHECK_FALSE(processor.has_feature("a,-b"));
}

TEST_CASE(
    "an object for a processor with more features is rejected, and the missing ones are named",
    "[processors]") {
  CHECK(refusal_of_object("tomorrow", host_target().features + ",+warp-drive,+time-travel") ==
        "the binary was compiled for the processor 'tomorrow', and this one, '" +
            host_target().cpu + "', lacks 'warp-drive', 'time-travel'");
  // A feature of a real processor that this one lacks. Names may contain dashes.
  const std::string features = ',' + host_target().features;
  if (const size_t absent = features.find(",-"); absent != std::string::npos) {
    const size_t begin = absent + std::string(",-").size();
    const std::string name = features.substr(begin, features.find(',', begin) - begin);
    std::string forged = features;
    forged[begin - 1] = '+';
    forged.erase(0, 1);
    CHECK_THAT(refusal_of_object("larger", forged), Contains("lacks '" + name + "'"));
  }
}

TEST_CASE("code is generated for the processor of MUX_CPU, and records it", "[processors]") {
  const char *name = std::getenv("MUX_CPU");
  const HostTarget expected = level(name ? name : "native");
  CHECK(code_target().cpu == expected.cpu);
  CHECK(code_target().features == expected.features);
  std::string error;
  const std::unique_ptr<llvm::TargetMachine> machine = llvm::cantFail(create_target_machine());
  CHECK(machine->getTargetCPU() == expected.cpu);
  for (const llvm::StringRef feature : llvm::split(expected.features, ',')) {
    INFO(feature.str());
    if (!feature.empty()) {
      const std::string present = "+" + feature.substr(1).str();
      CHECK(machine->getMCSubtargetInfo()->checkFeatures(present) == (feature[0] == '+'));
    }
  }
  CompiledObject object;
  REQUIRE(compile_bitcode(read_binary("plain.O2.bc"), RequiredGroups::any, object, error));
  CHECK(object.cpu == expected.cpu);
  CHECK(object.cpu_features == expected.features);
}

TEST_CASE("all functions of a program are for one processor", "[processors]") {
  const std::string two_functions =
      "define void @one() { ret void } define void @two() { ret void }";
  std::string error;
  CHECK(is_accepted(two_functions, true, error));
  CHECK_FALSE(is_accepted(two_functions, false, error));
  CHECK_THAT(error, Contains("one has other target attributes"));
  CHECK_FALSE(is_accepted("define void @k() \"target-cpu\"=\"" + code_target().cpu +
                              "\" \"target-features\"=\"" + code_target().features +
                              ",+warp-drive\" { ret void }",
                          false, error));
  CHECK_THAT(error, Contains("k has other target attributes"));
}

TEST_CASE("no vectors in ABI boundaries that differ between processors", "[processors]") {
  std::string error;
  CHECK(
      is_accepted("declare <4 x float> @f(<2 x double>, <16 x i8>, float, i1, ptr)", true, error));
  CHECK(is_accepted("declare <16 x float> @llvm.fabs.v16f32(<16 x float>)", true, error));
  CHECK(is_accepted("define internal <16 x float> @f(<16 x float> %x) { ret <16 x float> %x }",
                    true, error));
  CHECK_FALSE(is_accepted("declare void @takes(<16 x float>)", true, error));
  CHECK_THAT(error, Contains("takes passes a wide vector"));
  CHECK_FALSE(is_accepted("declare <8 x i32> @returns()", true, error));
  CHECK_THAT(error, Contains("returns passes a wide vector"));
}

}  // namespace mux::compiler::test
