#include "compiler/pipeline/host_target.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>
#include <llvm/TargetParser/Host.h>

#include <map>

namespace mux::compiler {

namespace {

/// Keeps the loop vectoriser from joining strided accesses into interleaved groups.
///
/// In a loop that is marked as parallel it looks for no dependences at all, those within one
/// iteration included, and so moves a group of stores past a load of the same memory: after
/// `a[0] = x; a[1] = y; b = a[i]; a[0] = b;` each work-item would see an old a[1]. There is no
/// other way to say so than the option that exists for LLVM's own tools.
void disable_interleaved_accesses() {
  constexpr const char *name = "enable-interleaved-mem-accesses";
  const auto option = llvm::cl::getRegisteredOptions().find(name);
  if (option != llvm::cl::getRegisteredOptions().end()) {
    option->second->addOccurrence(0, name, "false");
  }
}

HostTarget find_host_target() {
  disable_interleaved_accesses();
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
    if (!target.features.empty()) {
      target.features += ',';
    }
    target.features += (present ? '+' : '-') + name;
  }
  return target;
}

}  // namespace

bool HostTarget::has_feature(const char *name) const {
  const std::string wanted = std::string("+") + name;
  size_t start = 0;
  while (start < features.size()) {
    const size_t end = std::min(features.find(',', start), features.size());
    if (features.compare(start, end - start, wanted) == 0) {
      return true;
    }
    start = end + 1;
  }
  return false;
}

const HostTarget &host_target() {
  static const HostTarget target = find_host_target();
  return target;
}

std::unique_ptr<llvm::TargetMachine> create_target_machine(std::string &error) {
  const HostTarget &host = host_target();
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(host.triple, error);
  if (target == nullptr) {
    return nullptr;
  }
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(host.triple, host.cpu, host.features, options, llvm::Reloc::PIC_,
                                  llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default));
  if (machine == nullptr) {
    error = "LLVM has no code generator for " + host.triple;
  }
  return machine;
}

}  // namespace mux::compiler
