#include "compiler/target/host_target.h"
#include "compiler/ir/failure.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/TargetParser/X86TargetParser.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>

namespace mux::compiler {

namespace {

/// For what LLVM offers no other way to say than an option of its own tools.
void set_llvm_option(const char *name, const char *value) {
  const auto option = llvm::cl::getRegisteredOptions().find(name);
  if (option != llvm::cl::getRegisteredOptions().end()) {
    option->second->addOccurrence(0, name, value);
  }
}

/// Keeps the loop vectorizer from joining strided accesses into interleaved groups.
///
/// In a loop that is marked as parallel it looks for no dependences at all, those within one
/// iteration included, and so moves a group of stores past a load of the same memory: after
/// `a[0] = x; a[1] = y; b = a[i]; a[0] = b;` each work-item would see an old a[1].
void disable_interleaved_accesses() {
  set_llvm_option("enable-interleaved-mem-accesses", "false");
}

/// Unrolls loops that the program asks to have unrolled only up to this size.
///
/// It asks with one work-item in mind; a packet is as much code as all its parts, and more
/// registers than there are do not help it. LLVM's own limit is 16 times as large: with it
/// CLBlast's direct products (nests of such loops, packets of 8 parts) took 7.2 to 7.9 s to compile
/// instead of 2.5 to 2.8, and as long to run or longer (5.5 and 0.073 ms instead of 5.5 and 0.066).
void limit_requested_unrolling() {
  set_llvm_option("pragma-unroll-threshold", "1024");
}

/// Unrolls loops of unknown length, and parts of others, to this size on all processors.
///
/// LLVM asks the processor's description for it, which says 512 for AMD's and 50 for Intel's. What
/// packets do in one iteration is long already: with 512 the code of 100 public files took a sixth
/// longer to compile.
void limit_partial_unrolling() {
  set_llvm_option("unroll-partial-threshold", "50");
}

/// Leaves out what takes a tenth of the code generator's time, and reorders what processors reorder
/// themselves, or looks for integers that could be masks.
void leave_out_late_scheduling() {
  set_llvm_option("disable-post-ra", "true");
  set_llvm_option("disable-x86-domain-reassignment", "true");
}

void append_feature(std::string &features, char sign, const std::string &name) {
  if (!features.empty()) {
    features += ',';
  }
  features += sign + name;
}

HostTarget find_host_target() {
  disable_interleaved_accesses();
  limit_requested_unrolling();
  limit_partial_unrolling();
  leave_out_late_scheduling();
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();

  HostTarget target;
  target.triple = llvm::sys::getProcessTriple();
  target.cpu = llvm::sys::getHostCPUName().str();
  std::map<std::string, bool> sorted;
  for (const auto &feature : llvm::sys::getHostCPUFeatures()) {
    sorted[feature.getKey().str()] = feature.getValue();
  }
  for (const auto &[name, present] : sorted) {
    append_feature(target.features, present ? '+' : '-', name);
  }
  return target;
}

/// The levels of the x86-64 ABI that have what compiled kernels and the OpenCL C library take for
/// granted.
constexpr std::string_view levels[] = {"x86-64-v2", "x86-64-v3", "x86-64-v4"};

constexpr std::string_view native = "native";

/// Calls `function` with the sign and the name of each feature of a text.
template <class Function>
void for_each_feature(std::string_view features, Function function) {
  while (!features.empty()) {
    const size_t end = std::min(features.find(','), features.size());
    if (end != 0) {
      function(features[0], features.substr(1, end - 1));
    }
    features.remove_prefix(std::min(end + 1, features.size()));
  }
}

/// How a feature stands in a text: '+', '-', or a null character if it does not.
char sign_of(std::string_view name, std::string_view features) {
  char found = '\0';
  for_each_feature(features, [&](char sign, std::string_view feature) {
    found = feature == name ? sign : found;
  });
  return found;
}

/// What MUX_CPU asks for; with an error, a target that must not be used.
struct ChosenTarget {
  HostTarget target;
  std::string error;
};

const ChosenTarget &chosen_target() {
  static const ChosenTarget chosen = [] {
    ChosenTarget result{host_target(), {}};
    if (const char *name = std::getenv("MUX_CPU")) {
      std::string error;
      if (!find_target(name, host_target(), result.target, error)) {
        result.error = "MUX_CPU " + error;
      }
    }
    return result;
  }();
  return chosen;
}

}  // namespace

bool HostTarget::has_feature(std::string_view name) const {
  return sign_of(name, features) == '+';
}

const HostTarget &host_target() {
  static const HostTarget target = find_host_target();
  return target;
}

const HostTarget &code_target() {
  return chosen_target().target;
}

bool is_code_target_known() {
  return chosen_target().error.empty();
}

bool find_target(std::string_view name, const HostTarget &host, HostTarget &target,
                 std::string &error) {
  if (name.empty() || name == native) {
    target = host;
    return true;
  }
  const bool is_level = std::find(std::begin(levels), std::end(levels), name) != std::end(levels);
  if (!is_level || !llvm::Triple(host.triple).isX86()) {
    error = "is '" + std::string(name.substr(0, 64)) + "', not " + std::string(native);
    for (const std::string_view level : levels) {
      error += (level == std::end(levels)[-1] ? " or " : ", ") + std::string(level);
    }
    if (is_level) {
      error += " of x86-64, which this machine is not";
    }
    return false;
  }
  llvm::SmallVector<llvm::StringRef, 64> named;
  llvm::X86::getFeaturesForCPU(name, named);
  // LLVM names avx2, but not what that builds on.
  llvm::StringMap<bool> all;
  for (const llvm::StringRef feature : named) {
    all[feature] = true;
    llvm::X86::updateImpliedFeatures(feature, true, all);
  }
  std::set<std::string> sorted;
  for (const auto &feature : all) {
    // What no processor can be asked for, every one has: x87, 64-bit code.
    if (feature.getValue() && sign_of(feature.getKey(), host.features) != '\0') {
      sorted.insert(feature.getKey().str());
    }
  }
  target = {host.triple, std::string(name), ""};
  for (const std::string &feature : sorted) {
    append_feature(target.features, '+', feature);
  }
  return true;
}

unsigned vector_register_bits() {
  // Cost models ask for every value: looking features up in the text took 5 % of compiling.
  static const unsigned bits = [] {
    const HostTarget &target = code_target();
    if (target.has_feature("avx512f") && target.has_feature("avx512vl") &&
        target.has_feature("avx512bw") && target.has_feature("avx512dq")) {
      return 512U;
    }
    return target.has_feature("avx2") ? 256U : 128U;
  }();
  return bits;
}

unsigned vector_register_count() {
  return vector_register_bits() == 512 ? 32 : 16;
}

std::string missing_features(std::string_view features, const HostTarget &processor) {
  constexpr size_t most_named = 8;
  std::string text;
  size_t missing = 0;
  for_each_feature(features, [&](char sign, std::string_view name) {
    if (sign == '+' && !processor.has_feature(name) && missing++ < most_named) {
      text += (text.empty() ? "'" : ", '") + std::string(name) + "'";
    }
  });
  if (missing > most_named) {
    text += " and " + std::to_string(missing - most_named) + " more";
  }
  return text;
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>> create_target_machine() {
  const ChosenTarget &chosen = chosen_target();
  if (!chosen.error.empty()) {
    return failure(chosen.error);
  }
  const HostTarget &code = chosen.target;
  std::string problem;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(code.triple, problem);
  if (target == nullptr) {
    return failure(problem);
  }
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(code.triple, code.cpu, code.features, options, llvm::Reloc::PIC_,
                                  llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default));
  if (machine == nullptr) {
    return failure("LLVM has no code generator for " + code.triple);
  }
  return machine;
}

}  // namespace mux::compiler
