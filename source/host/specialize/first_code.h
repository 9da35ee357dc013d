/// @file
/// The code that commands of a kernel variant begin with.
///
/// It is compiled for the variant's range kind, or is that of a more general variant. Where a
/// background thread can replace it later, it is baseline code (CodeTier::quick), and for a large
/// kernel a loop over the work-items.
///
/// The first code owns its program, which lives as long as this. Thread-safe. Compiling may throw
/// std::bad_alloc; whatever else fails makes the first code impossible.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "compiler/abi/specialization.h"
#include "compiler/program/program.h"
#include "host/specialize/background_compiler.h"
#include "host/specialize/range_kind.h"
#include "host/specialize/variant_context.h"
#include "host/support/lock.h"

namespace mux::host {

class FirstCode final : public BackgroundWork {
 public:
  /// Where the code comes from.
  enum class Origin : uint8_t {
    /// Compiled for the range kind, with all optimizations.
    optimized,
    /// Compiled for the range kind, not optimized.
    quick,
    /// The first code of a more general variant.
    general,
  };

  /// The variant that begins with the code.
  class Client {
   public:
    /// Called once there is code, before make() returns on any thread.
    virtual void begin() = 0;

   protected:
    ~Client() = default;
  };

  /// @param client must outlive this, as must `context`.
  FirstCode(const VariantContext &context, size_t kernel, Client &client) noexcept
      : context_(context), kernel_(kernel), client_(client) {}

  /// Assigns a range kind. Only before another thread uses this.
  /// @param kind must outlive this.
  /// @param general the code to begin with; NULL to compile code for the range kind.
  void use_for(const RangeKind &kind, FirstCode *general);

  /// Compiles the code, unless it exists.
  /// @return false if it cannot be compiled. Throws nothing but std::bad_alloc.
  bool make();
  /// Requests the code in the background ahead of the first command, unless max_codes_ahead are
  /// pending.
  void request() noexcept;
  /// The first command was recorded, or the variant is destroyed: no longer counts as a code made
  /// ahead.
  void stop_counting_ahead() noexcept;
  /// Ends background work; blocks while the code is being compiled in the background.
  void finish() noexcept;

  // Precondition of the following: make() returned true, or begin() was called.

  Origin origin() const { return origin_; }
  /// Whether the code is a loop over work-items, to be replaced by packets.
  bool begins_in_loops() const { return begins_in_loops_; }
  /// Whether the program came from the disk cache.
  bool was_cached() const { return program_ != nullptr && program_->was_cached(0); }
  /// The code of recorded commands, with description().
  const compiler::KernelCode &code() const { return code_; }
  /// The code with its own description.
  const compiler::KernelCode &compiled_code() const { return compiled_code_; }
  /// The properties that all code of the variant shares. Of loops it is the description of the
  /// packets, because recorded commands choose tiles that suit these.
  const compiler::KernelDescription &description() const { return *code_.description; }
  /// Compile time of the code that thresholds refer to: this, or the quick packets after it.
  std::chrono::nanoseconds compile_time() const {
    return compile_time_.load(std::memory_order_relaxed);
  }
  void replace_compile_time(std::chrono::nanoseconds time) {
    compile_time_.store(time, std::memory_order_relaxed);
  }

 private:
  /// The state does not change once it is known.
  enum class State : uint8_t { unknown, made, impossible };

  /// BackgroundWork: make().
  void compile() override;
  void make_locked() MUX_REQUIRES(lock_);
  bool take_general_code() MUX_REQUIRES(lock_);
  bool compile_for_kind() MUX_REQUIRES(lock_);
  /// If the code is a loop over work-items of a kernel that could have packets: uses packets
  /// instead if the disk cache has them.
  void choose_loops_or_packets() MUX_REQUIRES(lock_);
  compiler::CodeTier tier() const;
  const compiler::KernelDescription &kernel() const { return context_.program().kernel(kernel_); }

  const VariantContext &context_;
  const size_t kernel_;
  Client &client_;
  const RangeKind *kind_ = nullptr;
  FirstCode *general_ = nullptr;
  /// Whether this counts among the codes made ahead.
  std::atomic<bool> counts_as_ahead_{false};
  /// Held while the code is compiled.
  Lock lock_;
  std::atomic<State> state_{State::unknown};
  // Set under the lock, and not changed once the state is known.
  std::unique_ptr<compiler::Program> program_;
  compiler::KernelCode code_{};
  compiler::KernelCode compiled_code_{};
  Origin origin_ = Origin::optimized;
  bool begins_in_loops_ = false;
  std::atomic<std::chrono::nanoseconds> compile_time_{};
};

}  // namespace mux::host
