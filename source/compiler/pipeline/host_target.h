/// @file
/// The processor of this process as LLVM sees it, and LLVM's one-time initialisation.
///
/// Callable from any thread. Nothing here fails on a processor that LLVM supports.

#pragma once

#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
}

namespace mux::compiler {

struct HostTarget {
  std::string triple;
  std::string cpu;
  /// Every feature that LLVM knows, as "+avx2,-avx512f": sorted, so equal processors give equal
  /// text.
  std::string features;
  bool has_feature(const char *name) const;
};

/// Initialises LLVM on the first call.
const HostTarget &host_target();

/// A code generator for this processor; used by one thread at a time.
/// @return NULL if LLVM has no code generator for it, with the reason in `error`.
std::unique_ptr<llvm::TargetMachine> create_target_machine(std::string &error);

}  // namespace mux::compiler
