#include "codegen/target/target_machine.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>

#include "codegen/ir/failure.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {

namespace {

/// Sets an LLVM command-line option, for settings that have no API.
void set_llvm_option(const char *name, const char *value) {
  const auto option = llvm::cl::getRegisteredOptions().find(name);
  if (option != llvm::cl::getRegisteredOptions().end()) {
    option->second->addOccurrence(0, name, value);
  }
}

/// Disables interleaved groups in the loop vectorizer.
///
/// It assumes that a loop marked as parallel has no dependences at all, even within an iteration,
/// and so moves a group of stores past a load of the same memory: after `a[0] = x; a[1] = y; b =
/// a[i]; a[0] = b;` each work-item would read an old a[1].
void disable_interleaved_accesses() {
  set_llvm_option("enable-interleaved-mem-accesses", "false");
}

/// Limits the size to which loops with an unroll pragma are unrolled.
///
/// The pragma is written with a single work-item in mind; a packet has the code of all its parts,
/// and does not profit beyond the number of registers. LLVM's default limit is 16 times as large:
/// with it CLBlast's direct products (nests of such loops, packets of 8 parts) took 7.2 to 7.9 s to
/// compile instead of 2.5 to 2.8, and as long to run or longer (5.5 and 0.073 ms instead of 5.5 and
/// 0.066).
void limit_requested_unrolling() {
  set_llvm_option("pragma-unroll-threshold", "1024");
}

/// Sets the limit of run-time and partial unrolling to the same value on all processors.
///
/// LLVM's default depends on the processor, 512 for AMD's and 50 for Intel's. An iteration of a
/// packet is long already: with 512 the code of 100 public files took a sixth longer to compile.
void limit_partial_unrolling() {
  set_llvm_option("unroll-partial-threshold", "50");
}

/// Disables post-RA scheduling, which out-of-order processors do not need, and domain reassignment
/// to mask registers. They take a tenth of the code generator's time.
void disable_late_passes() {
  set_llvm_option("disable-post-ra", "true");
  set_llvm_option("disable-x86-domain-reassignment", "true");
}

/// Whether a processor has a feature. Features are sorted by their names, and those of a processor
/// include all that they imply.
bool has_feature(const llvm::MCSubtargetInfo &processor, llvm::StringRef feature) {
  const llvm::ArrayRef<llvm::SubtargetFeatureKV> all = processor.getAllProcessorFeatures();
  const auto *const found = llvm::lower_bound(all, feature);
  return found != all.end() && found->Key == feature && processor.hasFeature(found->Value);
}

/// The features that differ from the defaults of the processor's name.
std::string find_nondefault_features(const HostTarget &processor) {
  std::string problem;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(processor.triple, problem);
  const std::unique_ptr<llvm::MCSubtargetInfo> named(
      target == nullptr ? nullptr
                        : target->createMCSubtargetInfo(processor.triple, processor.cpu, ""));
  if (named == nullptr) {
    return processor.features;
  }
  std::string others;
  for (const llvm::StringRef feature : llvm::split(processor.features, ',')) {
    if (feature.empty()) {
      continue;
    }
    if (has_feature(*named, feature.substr(1)) != (feature[0] == '+')) {
      append_feature(others, feature[0], feature.substr(1));
    }
  }
  return others;
}

}  // namespace

void initialize_llvm() {
  static const bool is_initialized = [] {
    disable_interleaved_accesses();
    limit_requested_unrolling();
    limit_partial_unrolling();
    disable_late_passes();
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
    return true;
  }();
  (void)is_initialized;
}

const std::string &nondefault_features() {
  static const std::string features = [] {
    initialize_llvm();
    return find_nondefault_features(code_target());
  }();
  return features;
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>> create_target_machine() {
  if (!is_code_target_known()) {
    return failure(code_target_error());
  }
  initialize_llvm();
  const HostTarget &code = code_target();
  std::string problem;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(code.triple, problem);
  if (target == nullptr) {
    return failure(problem);
  }
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      code.triple, code.cpu, nondefault_features(), options, llvm::Reloc::PIC_,
      llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default));
  if (machine == nullptr) {
    return failure("LLVM has no code generator for " + code.triple);
  }
  return machine;
}

}  // namespace mux::compiler
