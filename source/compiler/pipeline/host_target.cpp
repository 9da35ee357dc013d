#include "compiler/pipeline/host_target.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>
#include <llvm/TargetParser/Host.h>

#include <map>

namespace mux::compiler {

namespace {

HostTarget find_host_target() {
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
