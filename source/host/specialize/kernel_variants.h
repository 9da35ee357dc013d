/// @file
/// Multi-versioning of a kernel: code specialized for the ND-ranges and the scalar argument values
/// that it is dispatched with.
///
/// Code is compiled when the first ND-range of a kernel is recorded. It is specialized for the
/// range kind (RangeShape), and for the local size too if the code depends on it; later commands of
/// the same kind share it. The first local sizes get specialized code at once. Commands of further
/// local sizes start with code for any local size; specialized code is compiled in the background
/// once such a size is dispatched often or runs long. The threshold depends on the compile time and
/// on whether the general code is known to be slow for such groups (tuning.h).
///
/// The first code is the baseline (CodeTier::quick), which compiles fast. When it has run for
/// several times its compile time, optimized code is compiled in the background: for the argument
/// values that all uses had in common, if there are any, and otherwise for all values.
///
/// The first code of a large kernel is a loop over the work-items, which compiles in a fraction of
/// the time. Quick packet code is compiled in the background when the loops have run for as long as
/// packets are likely to take to compile, or when an extrapolation from the first work-items of a
/// command says that they will. Until then the command is executed in short pieces and switches to
/// the packets between two pieces.
///
/// Where scalar arguments that decide loops, branches or divisors
/// (KernelArgument::is_specialization_candidate) repeat their values, code for these values is
/// compiled in the background after a number of uses, or taken from the disk cache at the second
/// use. Commands whose arguments match use it from then on, including the remaining tiles of a
/// running command. If specialized code cannot be compiled or is not worth it, the kernel continues
/// with the code it has. No command waits for a compilation in the background, and results are the
/// same.
///
/// Code that runs for long is also compared with other vectorization strategies (variant_code.h).
///
/// Environment variable MUX_SPECIALIZE: 0 disables all of it, so that a kernel has a single code
/// for every ND-range. at-once is for tests: every local size gets optimized code at once; the
/// second dispatch waits for code specialized for its argument values, and the third for another
/// strategy.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "compiler/program/program.h"
#include "host/specialize/argument_history.h"
#include "host/specialize/background_compiler.h"
#include "host/specialize/range_kind.h"
#include "host/specialize/tuning.h"
#include "host/specialize/variant_code.h"
#include "host/specialize/work_sampler.h"
#include "host/support/allocator.h"
#include "host/support/lock.h"
#include "host/support/process.h"

namespace mux::host {

class KernelVariants;

enum class SpecializationMode : uint8_t { off, in_background, at_once };

/// Parses MUX_SPECIALIZE.
SpecializationMode specialization_mode_from_environment();

class KernelVariant;

/// The code that a command runs.
struct ChosenCode {
  compiler::KernelCode code;
  /// Consulted when a tile starts, for better code than `code`; NULL if there will be none.
  KernelVariant *variant;
};

/// One kernel specialized for one range kind.
class KernelVariant final : public BackgroundWork, private StrategyCompiler {
 public:
  KernelVariant(KernelVariants &owner, size_t kernel) noexcept;
  /// Blocks while code of the variant is being compiled.
  ~KernelVariant() override;
  KernelVariant(const KernelVariant &) = delete;
  KernelVariant &operator=(const KernelVariant &) = delete;

  /// Runs groups of a command with the best code available. Thread-safe; neither allocates nor
  /// blocks, except in the few calls that request a compilation.
  /// @param starts_command for the first groups of a command.
  int32_t run(const GroupRange &groups, bool starts_command) {
    VariantCode &code = this->code(groups.arguments, starts_command);
    if (runs_in_pieces(code)) {
      return run_in_pieces(code, groups);
    }
    if (!code.is_undecided() && !counts_work_of(code)) {
      return groups.with(code.function());
    }
    return run_and_count(code, groups, starts_command);
  }

  /// Returns the best code available. Threads as run().
  VariantCode &code(const std::byte *arguments, bool starts_command) {
    if (VariantCode *code = code_for(arguments)) {
      return *code;
    }
    if (may_compile_at_once_.load(std::memory_order_relaxed)) {
      compile_at_once(arguments, starts_command);
      if (VariantCode *code = code_for(arguments)) {
        return *code;
      }
    } else if (!compiles_at_once_ && starts_command &&
               is_watching_.load(std::memory_order_relaxed)) {
      count_use(arguments);
    }
    return *code_for_all_.load(std::memory_order_acquire);
  }

  /// Whether the execution times of groups are needed: then note_work() is to be called.
  /// Thread-safe.
  bool counts_work() const {
    return !compiles_at_once_ && is_watching_.load(std::memory_order_relaxed);
  }
  /// The same for groups that run `code`. Code specialized for argument values does not count,
  /// since its time says nothing about other values.
  bool counts_work_of(const VariantCode &code) const {
    return counts_work() && code.values().empty();
  }
  /// Adds the execution time of groups. Thread-safe; may block as code().
  void note_work(std::chrono::nanoseconds time) {
    const int64_t enough = enough_work_.load(std::memory_order_relaxed);
    const int64_t before = work_.fetch_add(time.count(), std::memory_order_relaxed);
    if (before < enough && before + time.count() >= enough) {
      finish_counting_work();
    }
  }

 private:
  friend class KernelVariants;

  /// Code compiled for this variant, and the program that owns it.
  struct Compiled {
    Compiled(std::unique_ptr<compiler::Program> owned, const KernelVariant &variant,
             const FixedValues &values, Compiled *made_before) noexcept
        : program(std::move(owned)),
          code(variant.allocator(), variant, values, compiler::only_code(*program),
               variant.patience(), variant.likely_compile_time(*program)),
          next(made_before) {}

    std::unique_ptr<compiler::Program> program;
    VariantCode code;
    Compiled *next;
  };

  /// Returns the code specialized for these argument values; NULL if there is none.
  VariantCode *code_for(const std::byte *arguments) const {
    // Acquire pairs with the release store that published the code.
    for (Compiled *made = specialized_codes_.load(std::memory_order_acquire); made != nullptr;
         made = made->next) {
      if (made->code.values().fit(arguments)) {
        return &made->code;
      }
    }
    return nullptr;
  }

  const Allocator &allocator() const;
  /// Estimates the compile time of code from the background thread, whose measured time includes
  /// preemption: at most twice that of the first code, which was compiled in the foreground.
  std::chrono::nanoseconds likely_compile_time(const compiler::Program &program) const {
    return std::min(program.compile_time(0), 2 * compile_time_.load(std::memory_order_relaxed));
  }
  /// The same for packets, which take longer to compile than the loops that commands begin with.
  std::chrono::nanoseconds likely_time_of_packets(const compiler::Program &program) const {
    return std::min(program.compile_time(0), 2 * tuning::work_before_packets_factor *
                                                 compile_time_.load(std::memory_order_relaxed));
  }
  VariantCode::Patience patience() const {
    return compiles_at_once_ ? VariantCode::Patience::few_commands
                             : VariantCode::Patience::enough_work;
  }
  /// Whether commands leave `code` in the middle once packets are available.
  bool runs_in_pieces(const VariantCode &code) const {
    return begins_in_loops_ && &code == &*first_ && !code.is_undecided();
  }
  int32_t run_in_pieces(const VariantCode &loops, const GroupRange &groups);
  /// Adds the time of a piece of a command.
  /// @param time_of_command estimate for the whole command.
  void note_piece(std::chrono::nanoseconds time, std::chrono::nanoseconds time_of_command);
  int32_t run_and_count(VariantCode &code, const GroupRange &groups, bool starts_command);

  /// Background work of a variant besides compile().
  template <auto do_it>
  class Work final : public BackgroundWork {
   public:
    explicit Work(KernelVariant &variant) noexcept : variant_(variant) {}
    void compile() override { (variant_.*do_it)(); }

   private:
    KernelVariant &variant_;
  };

  /// Requests the first code ahead of the first command, unless max_codes_ahead are pending.
  void request_first_code() noexcept;
  /// The first command was recorded, or the variant is destroyed: no longer counts as a code made
  /// ahead.
  void stop_counting_ahead() noexcept;

  /// Destroys all code but the first program; blocks while something is being compiled. No command
  /// may use the variant any more.
  void finish();
  /// Assigns the variant to a range kind.
  /// @param general the variant whose code commands begin with; NULL if they begin with specialized
  /// code.
  /// @param begins_slowly whether that code is known to be slow for them.
  void use_for(const RangeKind &kind, KernelVariant *general, bool begins_slowly);
  /// Compiles the code that commands begin with, unless it exists.
  /// @return false if it cannot be compiled. Throws nothing but std::bad_alloc.
  bool make_first_code();
  void make_first_code_locked() MUX_REQUIRES(first_code_lock_);
  compiler::CodeTier first_tier() const;
  /// Nothing: the strategy that the cost model prefers.
  std::optional<compiler::VectorizationStrategy> strategy_of_kind() const;
  bool compile_first_code() MUX_REQUIRES(first_code_lock_);
  /// If the first code is a loop over work-items of a kernel that could have packets: uses packets
  /// instead if the disk cache has them.
  void begin_in_loops() MUX_REQUIRES(first_code_lock_);
  void take_first_code(const compiler::KernelCode &code, std::chrono::nanoseconds compile_time)
      MUX_REQUIRES(first_code_lock_);
  /// Code for commands that are recorded now. Precondition: make_first_code() returned true.
  ChosenCode chosen_code();
  /// Whether commands may still get other code than the current code for all values.
  bool may_change() const;
  /// Whether optimized code for this kind and all values is missing and was not requested yet.
  bool lacks_code_for_all() const MUX_REQUIRES(watch_);
  /// Whether the uses so far took so long each that compiling takes only as long as a few of them.
  bool uses_are_long() const MUX_REQUIRES(watch_);
  /// Stops counting uses, because a compilation is about to be requested.
  void stop_watching() MUX_REQUIRES(watch_);
  /// Counts a use, and requests a compilation if the uses are worth it.
  void count_use(const std::byte *arguments);
  /// Requests a compilation because enough work was done.
  void finish_counting_work();
  /// Compiles missing code on this thread, or waits for the thread that does.
  void compile_at_once(const std::byte *arguments, bool starts_command);
  /// Values that all uses of the baseline code had in common, if no specialized code exists yet.
  FixedValues likely_values() const MUX_REQUIRES(watch_);
  /// Whether the baseline code has run long enough for code for these values to pay.
  bool has_worked_for_values() const MUX_REQUIRES(watch_);
  /// Stops counting uses, and sets `wanted_` to all values.
  void want_all_values() MUX_REQUIRES(watch_);
  /// Stops counting uses, because packets or other code are wanted. Unless packets are missing,
  /// sets `wanted_` to the values that all uses of the baseline code had in common, or else to all
  /// values: as long as values repeat, no command would run code for all values.
  void want_better_code() MUX_REQUIRES(watch_);
  /// Whether enough work was done for better code; sets `wanted_` if so.
  bool wants_better_code();
  /// Whether code is to be compiled now; sets `wanted_` if so.
  bool wants_code(const std::byte *arguments);
  /// Counts uses again after a compilation.
  void watch_again();
  /// Resets the counts of uses and work.
  void forget_uses() MUX_REQUIRES(watch_);
  void compile() override;
  /// Whether packets are to be compiled; true once.
  bool take_packet_request();
  /// Publishes quick packets, or optimized code if they cannot be compiled.
  /// @return whether uses are counted again.
  bool compile_packets();
  /// At the second use, requests a lookup in the disk cache for code specialized for the values
  /// that both uses had. Runs in the background.
  void request_cache_lookup() MUX_REQUIRES(watch_);
  /// Publishes that code if the cache has it.
  void publish_cached_code();
  /// Compiles and publishes code for `wanted_`; or, if that fails for argument values, code for all
  /// values if it is missing.
  /// @return whether uses are counted again.
  bool compile_wanted();
  /// Sets `wanted_` to all values if that code is missing. Returns whether it was.
  bool fall_back_to_all_values();
  /// Compiles code for `wanted_` and publishes it. Returns false if the compilation or an
  /// allocation fails.
  bool compile_and_publish();
  /// StrategyCompiler: code of this variant with another strategy.
  std::unique_ptr<compiler::Program> compile(
      const FixedValues &values, compiler::VectorizationStrategy strategy) const override;
  std::unique_ptr<compiler::Program> compile_for(const compiler::Specialization &wanted) const;
  /// Makes code visible to commands. Returns false if an allocation fails.
  /// @param values that the code is specialized for; empty for all values.
  bool publish(std::unique_ptr<compiler::Program> program, const FixedValues &values);
  /// The same for all values, for code that will be replaced: it is not compared with other
  /// strategies.
  bool publish_for_now(std::unique_ptr<compiler::Program> program);
  void destroy_all(Compiled *made) noexcept;

  KernelVariants &owner_;
  const size_t kernel_;
  const bool compiles_at_once_;
  /// Whether `kind_` and `general_` are set.
  bool is_used_ = false;
  RangeKind kind_;
  /// The variant that provides the first code of this one; NULL if it has first code of its own.
  KernelVariant *general_ = nullptr;
  bool begins_slowly_ = false;
  /// Compiles the first code ahead of commands.
  Work<&KernelVariant::make_first_code> first_code_work_{*this};
  /// Looks up code of an earlier process in the disk cache.
  Work<&KernelVariant::publish_cached_code> cache_lookup_work_{*this};
  /// Whether the variant counts among the codes made ahead.
  std::atomic<bool> counts_as_ahead_{false};
  /// Held while the first code is compiled.
  Lock first_code_lock_;
  /// State of the first code, which does not change once it is known.
  enum class FirstCode : uint8_t { unknown, made, impossible };
  std::atomic<FirstCode> has_first_code_{FirstCode::unknown};
  std::unique_ptr<compiler::Program> first_program_;
  compiler::KernelCode first_code_{};
  std::optional<VariantCode> first_;
  /// Compile time of the code that thresholds refer to: the first one, or the quick packets after
  /// it.
  std::atomic<std::chrono::nanoseconds> compile_time_{};
  /// The first code was compiled for this variant, and is not optimized.
  bool is_quick_ = false;
  /// The first code is a loop over work-items, to be replaced by packets.
  bool begins_in_loops_ = false;
  /// Packets are missing and were not requested.
  bool lacks_packets_ MUX_GUARDED_BY(watch_) = false;
  /// The first code came from the disk cache, so the cache may have code for argument values too.
  bool may_be_cached_ MUX_GUARDED_BY(watch_) = false;
  /// Owned list, newest first.
  std::atomic<Compiled *> specialized_codes_{nullptr};
  /// Points to the first code initially.
  std::atomic<VariantCode *> code_for_all_{nullptr};
  /// Nanoseconds that groups ran for while uses were counted, and the threshold at which other code
  /// for the local size pays; the maximum where there will be none. The threshold is set with the
  /// first code, and again with packets.
  std::atomic<int64_t> work_{0};
  std::atomic<int64_t> enough_work_{std::numeric_limits<int64_t>::max()};
  WorkSampler sampler_;
  /// Whether uses are counted. False while code is being compiled, and when no more will be.
  std::atomic<bool> is_watching_{true};
  /// True from the request for code until it is published or has failed.
  std::atomic<bool> is_compiling_{false};
  /// Held by the thread that compiles at once, and awaited by others, as long as there is something
  /// to compile.
  Lock at_once_;
  std::atomic<bool> may_compile_at_once_;
  /// Held for a short time while a use is counted. A thread that finds it taken does not count its
  /// use.
  Lock watch_;
  ArgumentHistory history_ MUX_GUARDED_BY(watch_);
  /// Whether any argument could be a specialization constant.
  const bool has_arguments_;
  /// The values to compile code for.
  FixedValues wanted_;
  /// Number of codes besides the one that replaces the baseline code. Changed by the compiling
  /// thread, while uses are not counted or under watch_.
  int compiled_ = 0;
  /// Values to look up in the disk cache.
  FixedValues cached_values_ MUX_GUARDED_BY(watch_);
  /// Optimized code for the local size and all values was requested.
  bool requested_all_values_ MUX_GUARDED_BY(watch_) = false;
  /// Owned list, newest first.
  Compiled *compiled_for_all_ = nullptr;
  /// Next in the executable's list, in which the variants of a kernel are adjacent.
  KernelVariant *next_ = nullptr;
};

/// Where the commands of a kernel get their code from; valid as long as the executable.
struct CodeSource {
  /// NULL for a kernel that has a single code for all commands.
  KernelVariants *variants = nullptr;
  size_t kernel = 0;
  /// First of the kernel's variants; NULL if it has none.
  KernelVariant *first = nullptr;

  /// Properties common to all code of a kernel that has variants.
  const compiler::KernelDescription &description() const;
  /// KernelVariants::code_in_use(), or the kernel's own description if it has no variants.
  const compiler::KernelDescription &code_in_use(const compiler::KernelDescription &own,
                                                 const CommandRange &range) const;
  /// KernelVariants::choose(). Precondition: the kernel has variants.
  ChosenCode choose(const CommandRange &range, std::string &error) const;
};

/// All variants of an executable's kernels. Thread-safe.
class KernelVariants {
 public:
  /// `program` must outlive this.
  KernelVariants(const compiler::Program &program, const Allocator &allocator,
                 SpecializationMode specializing = specialization_mode_from_environment()) noexcept
      : program_(program), allocator_(allocator), specialization_mode_(specializing) {}
  /// Blocks while code of a variant is being compiled.
  ~KernelVariants();
  KernelVariants(const KernelVariants &) = delete;
  KernelVariants &operator=(const KernelVariants &) = delete;

  /// Creates the variants of a kernel, as many as it may have, unless they exist. If the properties
  /// of its ND-ranges can be predicted, requests its first code in the background.
  /// @param kernel index of a kernel that was described.
  /// @param[out] first first of the kernel's variants, for choose(); NULL if it has none.
  /// @return false if an allocation fails.
  bool prepare(size_t kernel, KernelVariant *&first) noexcept;

  /// Returns the code for commands of an ND-range, which lives as long as this. Compiles it if
  /// there is none; threads that want the same code wait for the one that compiles it.
  /// @param kernel index of a kernel that was described.
  /// @param first first of the kernel's variants; may be NULL.
  /// @param[out] error the reason, if the returned code has no function. Throws nothing but
  /// std::bad_alloc.
  ChosenCode choose(size_t kernel, KernelVariant *first, const CommandRange &range,
                    std::string &error);

  /// Returns the code that commands of an ND-range run now, apart from code specialized for
  /// argument values. Where there is none yet, calls choose(). Buffers, images and local memory are
  /// ignored, unless there are several codes for ND-ranges that differ in these.
  /// @param first first of the kernel's variants.
  /// @return NULL if there is none. It lives as long as this. Throws as choose().
  const compiler::KernelDescription *code_in_use(KernelVariant *first, const CommandRange &range);

 private:
  friend class KernelVariant;
  friend struct CodeSource;

  /// Whether this is a copy in a forked child: locks and background work may be in any state.
  bool in_forked_child() const { return fork_generation_ != fork_generation(); }

  /// Requests first code for the kind of ND-range that a kernel of this form is most likely run
  /// with.
  void expect(KernelVariant *first) noexcept MUX_REQUIRES(lock_);
  /// Returns the variant of exactly this kind; NULL if there is none.
  static KernelVariant *find_used(KernelVariant *first, const RangeKind &kind) noexcept;
  /// Returns a variant whose kind differs at most in buffers, images and local memory; NULL if
  /// there is none.
  static KernelVariant *find_alike(KernelVariant *first, const RangeKind &kind) noexcept;
  /// Number of the kernel's variants that are specialized for blocks of local memory.
  static int kinds_with_blocks(const KernelVariant *first) noexcept;
  /// Returns the variant for a range kind; the general one, or NULL, if the kernel has all its
  /// variants.
  /// @param range the ND-range; NULL if it is only predicted.
  KernelVariant *find(KernelVariant *first, const RangeKind &kind,
                      const CommandRange *range) noexcept MUX_REQUIRES(lock_);
  /// Whether the kernel's variants have at least `enough` distinct values of a property, and none
  /// has the wanted value.
  template <typename ValueOf>
  static bool has_values_enough(const KernelVariant *first, const RangeKind &wanted,
                                ValueOf value_of, int enough) noexcept;
  /// Returns the wider kind whose code commands of this kind begin with, because the kernel has
  /// enough specialized codes for local sizes or images; nothing if specialized code is compiled at
  /// once.
  std::optional<RangeKind> initial_kind(const KernelVariant *first,
                                        const RangeKind &kind) const noexcept MUX_REQUIRES(lock_);
  /// Destroys variants up to, and not including, `end`.
  void destroy(KernelVariant *first, const KernelVariant *end) noexcept;

  const compiler::Program &program_;
  Allocator allocator_;
  const SpecializationMode specialization_mode_;
  const uint32_t fork_generation_ = fork_generation();
  Lock lock_;
  /// Owned list in which the variants of a kernel are adjacent. New ones are prepended, so a thread
  /// may walk on from a kernel's first variant without the lock.
  KernelVariant *first_ MUX_GUARDED_BY(lock_) = nullptr;
};

}  // namespace mux::host
