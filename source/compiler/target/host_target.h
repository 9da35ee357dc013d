/// @file
/// Processors as LLVM sees them: that of this process, the one that code is generated for, and
/// LLVM's one-time initialization.
///
/// The environment variable MUX_CPU names the processor to generate code for: `native`, which is
/// what goes without saying, or one of the levels of the x86-64 ABI. It is read once, when a kernel
/// is compiled for the first time, so that all code of a process agrees. A name that is none of
/// these fails every compilation, with a text: code that is slower or faster than asked for would
/// go unnoticed.
///
/// Callable from any thread. Nothing here fails on a processor that LLVM supports.

#pragma once

#include <llvm/Support/Error.h>

#include <memory>
#include <string>
#include <string_view>

namespace llvm {
class TargetMachine;
}

namespace mux::compiler {

struct HostTarget {
  std::string triple;
  std::string cpu;
  /// Features that LLVM knows, as "+avx2,-avx512f": sorted, so equal processors give equal text.
  /// For the processor of this process all that it can find out, for a level those it has.
  std::string features;
  bool has_feature(std::string_view name) const;
};

/// The processor of this process. Initializes LLVM on the first call.
const HostTarget &host_target();

/// The processor that code is generated for; that of this process where MUX_CPU names none.
const HostTarget &code_target();

/// Whether MUX_CPU names a processor, or nothing. If not, code for code_target() is not what was
/// asked for, and create_target_machine() says so.
bool is_code_target_known();

/// Bits of the vector registers that code for code_target() is to use.
unsigned vector_register_bits();
/// How many of them there are.
unsigned vector_register_count();

/// A code generator for code_target(); used by one thread at a time.
/// @return NULL if MUX_CPU names no processor or LLVM has no code generator for it, with the reason
/// in `error`.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> create_target_machine();

/// The processor that `name` means on a machine with processor `host`, whether or not that could
/// run its code. Empty is `native`.
/// @return false if it means none, with the reason in `error`.
bool find_target(std::string_view name, const HostTarget &host, HostTarget &target,
                 std::string &error);

/// Which of the features that a feature text demands a processor lacks, for a message: "'avx512f',
/// 'avx512vl'", at most eight of them by name. Empty if it has them all.
std::string missing_features(std::string_view features, const HostTarget &processor);

}  // namespace mux::compiler
