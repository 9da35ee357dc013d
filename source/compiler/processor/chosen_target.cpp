/// Detects the processor and reads MUX_CPU, once per process.

#include <llvm/ADT/StringMap.h>
#include <llvm/TargetParser/Host.h>

#include <map>
#include <memory>

#include "compiler/processor/host_target.h"
#include "support/environment.h"

namespace mux::compiler {

namespace {

HostTarget find_host_target() {
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

/// The target that MUX_CPU names; if there is an error, the target must not be used.
struct ChosenTarget {
  HostTarget target;
  std::string error;
};

// Never destroyed, like the other results here: threads may load the compiler while the process
// exits.
const ChosenTarget &chosen_target() {
  static const ChosenTarget &chosen = *[] {
    auto chosen_now = std::make_unique<ChosenTarget>(ChosenTarget{host_target(), {}});
    ChosenTarget &result = *chosen_now;
    std::string error;
    if (!find_target(environment::text("MUX_CPU"), host_target(), result.target, error)) {
      result.error = "MUX_CPU " + error;
    }
    return chosen_now.release();
  }();
  return chosen;
}

}  // namespace

const HostTarget &host_target() {
  static const HostTarget &target = *new HostTarget(find_host_target());
  return target;
}

const HostTarget &code_target() {
  return chosen_target().target;
}

const std::string &code_target_error() {
  return chosen_target().error;
}

}  // namespace mux::compiler
