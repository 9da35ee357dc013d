/// @file
/// The program, the allocator and the settings that all variants of an executable share.
///
/// A context does not change, so any number of threads may use it. Nothing here fails.
///
/// Environment variable MUX_SPECIALIZE: 0 disables specialization, so that a kernel has a single
/// code for every ND-range. at-once is for tests: every local size gets optimized code at once; the
/// second dispatch waits for code specialized for its argument values, and the third for another
/// strategy.
#pragma once

#include <cstdint>

#include "compiler/program/program.h"
#include "host/support/allocator.h"
#include "host/support/process.h"

namespace mux::host {

enum class SpecializationMode : uint8_t { off, in_background, at_once };

/// Parses MUX_SPECIALIZE.
SpecializationMode specialization_mode_from_environment();

class VariantContext {
 public:
  /// `program` must outlive this.
  VariantContext(const compiler::Program &program, const Allocator &allocator,
                 SpecializationMode mode) noexcept
      : program_(program), allocator_(allocator), mode_(mode) {}
  VariantContext(const VariantContext &) = delete;
  VariantContext &operator=(const VariantContext &) = delete;

  const compiler::Program &program() const { return program_; }
  const Allocator &allocator() const { return allocator_; }
  SpecializationMode mode() const { return mode_; }
  bool compiles_at_once() const { return mode_ == SpecializationMode::at_once; }
  /// Whether this is a copy in a forked child: locks and background work may be in any state.
  bool in_forked_child() const { return fork_generation_ != fork_generation(); }

 private:
  const compiler::Program &program_;
  const Allocator allocator_;
  const SpecializationMode mode_;
  const uint32_t fork_generation_ = fork_generation();
};

}  // namespace mux::host
