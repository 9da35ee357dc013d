/// @file
/// Processors as LLVM sees them: that of this process, and the one that code is generated for.
///
/// The environment variable MUX_CPU names the processor to generate code for: `native`, which is
/// what goes without saying, or one of the levels of the x86-64 ABI. It is read once, when a kernel
/// is compiled for the first time, so that all code of a process agrees. A name that is none of
/// these fails every compilation, with a text: code that is slower or faster than asked for would
/// go unnoticed.
///
/// Where the compiler is a library of its own, it is told of both by the library that loads it
/// (library/host_services.h). Callable from any thread. Uses LLVM's tables of processors alone, and
/// nothing here fails on one that LLVM supports.

#pragma once

#include <string>
#include <string_view>

namespace mux::compiler {

struct HostTarget {
  std::string triple;
  std::string cpu;
  /// Features that LLVM knows, as "+avx2,-avx512f": sorted, so equal processors give equal text.
  /// For the processor of this process all that it can find out, for a level those it has.
  std::string features;
  bool has_feature(std::string_view name) const;
};

/// The processor of this process.
const HostTarget &host_target();

/// The processor that code is generated for; that of this process where MUX_CPU names none.
const HostTarget &code_target();

/// Why code for code_target() is not what was asked for: MUX_CPU names no processor. Empty if it
/// does, or names nothing.
const std::string &code_target_error();

inline bool is_code_target_known() {
  return code_target_error().empty();
}

/// Bits of the vector registers that code for code_target() is to use.
unsigned vector_register_bits();
/// How many of them there are.
unsigned vector_register_count();

/// Whether code for code_target() may use what AVX-512 has an instruction or a few for and LLVM has
/// no name for (target/processor_operations.h), operations on bytes apart.
bool has_processor_operations();
/// The same for operations on bytes.
bool has_byte_operations();
/// Whether code for code_target() may calculate with halves as they are (AVX512-FP16).
bool has_half_operations();

/// The processor that `name` means on a machine with processor `host`, whether or not that could
/// run its code. Empty is `native`.
/// @return false if it means none, with the reason in `error`.
bool find_target(std::string_view name, const HostTarget &host, HostTarget &target,
                 std::string &error);

/// Adds a feature to a feature text.
void append_feature(std::string &features, char sign, std::string_view name);

/// Which of the features that a feature text demands a processor lacks, for a message: "'avx512f',
/// 'avx512vl'", at most eight of them by name. Empty if it has them all.
std::string missing_features(std::string_view features, const HostTarget &processor);

}  // namespace mux::compiler
