/// Looks at the processor and at MUX_CPU, once in a process.

#include <llvm/ADT/StringMap.h>
#include <llvm/TargetParser/Host.h>

#include <cstdlib>
#include <map>

#include "compiler/processor/host_target.h"

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

const HostTarget &host_target() {
  static const HostTarget target = find_host_target();
  return target;
}

const HostTarget &code_target() {
  return chosen_target().target;
}

const std::string &code_target_error() {
  return chosen_target().error;
}

}  // namespace mux::compiler
