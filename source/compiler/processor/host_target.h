/// @file
/// Target processors: that of this process, and the one that code is generated for.
///
/// The environment variable MUX_CPU selects the target: `native`, the default, or a level of the
/// x86-64 ABI. It is read once, when the first kernel is compiled, so that all code of a process
/// has the same target. Any other value fails every compilation with an error, since slower or
/// faster code than requested would go unnoticed.
///
/// If the compiler is a library of its own, the library that loads it passes both targets to it
/// (library/entry_point.h). Thread-safe. Uses only LLVM's tables of processors, and cannot fail
/// on a processor that LLVM supports.

#pragma once

#include <string>
#include <string_view>

namespace mux::compiler {

struct HostTarget {
  std::string triple;
  std::string cpu;
  /// LLVM's feature string, "+avx2,-avx512f", sorted, so that equal processors have equal strings.
  /// For the host all detected features, for a level the ones it has.
  std::string features;
  bool has_feature(std::string_view name) const;
};

/// The processor of this process.
const HostTarget &host_target();

/// The processor that code is generated for; host_target() if MUX_CPU is not set.
const HostTarget &code_target();

/// The error if MUX_CPU names no known target; otherwise empty.
const std::string &code_target_error();

inline bool is_code_target_known() {
  return code_target_error().empty();
}

/// Width of the vector registers that code for code_target() uses, in bits.
unsigned vector_register_bits();
/// Number of these registers.
unsigned vector_register_count();

/// Whether code_target() has the processor operations (target/processor_operations.h), except those
/// on bytes.
bool has_processor_operations();
/// The same for operations on bytes.
bool has_byte_operations();
/// Whether code_target() has half arithmetic (AVX512-FP16).
bool has_half_operations();

/// Finds the target named `name` on a machine with processor `host`, whether or not that could
/// execute its code. An empty name is `native`.
/// @return false if there is none, with the reason in `error`.
bool find_target(std::string_view name, const HostTarget &host, HostTarget &target,
                 std::string &error);

/// Appends a feature to a feature string.
void append_feature(std::string &features, char sign, std::string_view name);

/// Names the features of a feature string that a processor lacks, for a message: "'avx512f',
/// 'avx512vl'", at most eight. Empty if it has all.
std::string missing_features(std::string_view features, const HostTarget &processor);

}  // namespace mux::compiler
