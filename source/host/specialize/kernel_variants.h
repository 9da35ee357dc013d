/// @file
/// Code of a kernel for the ND-ranges and the scalar arguments that it is dispatched with.
///
/// A kernel has no code before an ND-range of it is recorded. Then code is made for the shape of
/// that ND-range (RangeShape), and for its local size too if the code depends on it; later commands
/// of the same kind run the same code. The first local sizes get code of their own at once; what
/// comes with more of them runs code for all local sizes at first, and is compiled once more, in
/// the background, for a local size that it keeps being dispatched with, or runs long with. How
/// long is long depends on how long code took to compile, and on whether it is known to be slow for
/// such groups (tuning.h).
///
/// That first code is quick to compile (CodeTier). What works several times as long as that took is
/// compiled once more, in the background, with all that makes it fast: for the values that its
/// arguments have had in all uses, if there are some, and otherwise for all.
///
/// Of large kernels the first code runs one work-item after the other, which takes a fraction of
/// the time to compile; packets, quick ones, are compiled in the background when it has worked for
/// as long as they are likely to take, or is about to, as the first work-items of a command tell.
/// Whoever runs a command meanwhile does so in short pieces, and goes on with packets between two
/// of them.
///
/// Where scalar arguments that decide loops, branches or divisors
/// (KernelArgument::is_specialization_candidate) stay the same, code for their values is compiled
/// in the background, after a while, or found at the second use where an earlier process has kept
/// it. From then on the commands that these fit run that, and what is
/// left of one that has begun. A kernel that cannot be compiled so, or would not gain, keeps its
/// code: nobody ever waits for what is compiled in the background, and results are the same.
///
/// Whatever code runs for long is also tried against other strategies to run its work-items
/// (variant_code.h).
///
/// The environment variable MUX_SPECIALIZE=0 switches all of it off: a kernel has one code, for
/// whatever it may be dispatched with. MUX_SPECIALIZE=at-once is for tests: every local size gets
/// its optimized code at once; the second dispatch waits for code for values of its arguments, and
/// the one after it for another strategy.
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
#include "host/specialize/range_kind.h"
#include "host/specialize/specializer.h"
#include "host/specialize/tuning.h"
#include "host/specialize/variant_code.h"
#include "host/specialize/work_sampler.h"
#include "host/support/allocator.h"
#include "host/support/lock.h"
#include "host/support/process.h"

namespace mux::host {

class KernelVariants;

enum class Specializing : uint8_t { off, in_background, at_once };

/// What the environment asks for.
Specializing specializing_of_environment();

class KernelVariant;

/// What a command runs.
struct ChosenCode {
  compiler::KernelCode code;
  /// Other code to run as soon as there is some; NULL if there will be none.
  KernelVariant *variant;
};

/// One kernel for one kind of ND-range.
class KernelVariant final : public BackgroundWork, private StrategyCompiler {
 public:
  KernelVariant(KernelVariants &owner, size_t kernel) noexcept;
  /// Waits while it is being compiled.
  ~KernelVariant() override;
  KernelVariant(const KernelVariant &) = delete;
  KernelVariant &operator=(const KernelVariant &) = delete;

  /// Runs groups of a command with the code that suits it now. Any thread; allocates nothing and
  /// does not wait, but for the few calls that ask for code to be compiled.
  /// @param starts_command for the first groups of a command.
  int32_t run(const GroupRange &groups, bool starts_command) {
    VariantCode &code = this->code(groups.arguments, starts_command);
    if (runs_in_pieces(code)) {
      return run_in_pieces(code, groups);
    }
    if (!code.is_in_question() && !counts_work_of(code)) {
      return groups.with(code.function());
    }
    return run_and_count(code, groups, starts_command);
  }

  /// The code to run now. As run().
  VariantCode &code(const std::byte *arguments, bool starts_command) {
    if (VariantCode *code = code_for(arguments)) {
      return *code;
    }
    if (may_compile_at_once_.load(std::memory_order_relaxed)) {
      compile_at_once(arguments, starts_command);
      if (VariantCode *code = code_for(arguments)) {
        return *code;
      }
    } else if (!is_at_once_ && starts_command && is_watching_.load(std::memory_order_relaxed)) {
      count_use(arguments);
    }
    return *for_all_.load(std::memory_order_acquire);
  }

  /// Whether it is of interest how long groups run: then note_work() is to be told. Any thread.
  bool counts_work() const { return !is_at_once_ && is_watching_.load(std::memory_order_relaxed); }
  /// The same of groups that run that code: what code for some values does says nothing about the
  /// others.
  bool counts_work_of(const VariantCode &code) const {
    return counts_work() && code.values().empty();
  }
  /// Groups have run for so long. Any thread; as code().
  void note_work(std::chrono::nanoseconds time) {
    const int64_t enough = enough_work_.load(std::memory_order_relaxed);
    const int64_t before = work_.fetch_add(time.count(), std::memory_order_relaxed);
    if (before < enough && before + time.count() >= enough) {
      finish_counting_work();
    }
  }

 private:
  friend class KernelVariants;

  /// Code that was compiled for this variant. Its program outlives it.
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

  /// The code for just these arguments; NULL if there is none.
  VariantCode *code_for(const std::byte *arguments) const {
    // Acquire: code was written before its address was published.
    for (Compiled *made = for_arguments_.load(std::memory_order_acquire); made != nullptr;
         made = made->next) {
      if (made->code.values().fit(arguments)) {
        return &made->code;
      }
    }
    return nullptr;
  }

  const Allocator &allocator() const;
  /// How long code takes to compile that was made in the background, where others may have had the
  /// processor meanwhile: no more than twice what the first code took, that somebody waited for.
  std::chrono::nanoseconds likely_compile_time(const compiler::Program &program) const {
    return std::min(program.compile_time(0), 2 * compile_time_.load(std::memory_order_relaxed));
  }
  /// The same of packets, which take longer than the loops that commands began with.
  std::chrono::nanoseconds likely_time_of_packets(const compiler::Program &program) const {
    return std::min(program.compile_time(0), 2 * tuning::work_before_packets_factor *
                                                 compile_time_.load(std::memory_order_relaxed));
  }
  VariantCode::Patience patience() const {
    return is_at_once_ ? VariantCode::Patience::few_commands : VariantCode::Patience::enough_work;
  }
  /// Whether that code is to be left in the middle of a command once there are packets.
  bool runs_in_pieces(const VariantCode &code) const {
    return begins_in_loops_ && &code == &*first_ && !code.is_in_question();
  }
  int32_t run_in_pieces(const VariantCode &loops, const GroupRange &groups);
  /// A piece of a command has run, and all of the command is likely to take so long.
  void note_piece(std::chrono::nanoseconds time, std::chrono::nanoseconds time_of_command);
  int32_t run_and_count(VariantCode &code, const GroupRange &groups, bool starts_command);

  /// Something that a variant does in the background besides compile().
  template <auto do_it>
  class Work final : public BackgroundWork {
   public:
    explicit Work(KernelVariant &variant) noexcept : variant_(variant) {}
    void compile() override { (variant_.*do_it)(); }

   private:
    KernelVariant &variant_;
  };

  /// Has the first code made ahead, unless there is enough of that.
  void expect_commands() noexcept;
  /// A command is there, or none will be.
  void stop_expecting() noexcept;

  /// Gives back all but the first program; waits while something is being compiled. Nobody uses the
  /// variant any more.
  void finish();
  /// For commands of this kind from now on.
  /// @param general the variant whose code they begin with; NULL if that is to be made for them.
  /// @param begins_slowly that code is known to be slow for them.
  void use_for(const RangeKind &kind, KernelVariant *general, bool begins_slowly);
  /// Makes the code that commands begin with, unless there is some.
  /// @return false if it cannot be had. Throws nothing but std::bad_alloc.
  bool make_first_code();
  void make_unless_made() MUX_REQUIRES(first_code_lock_);
  compiler::CodeTier first_tier() const;
  /// Nothing: what is estimated to be the fastest.
  std::optional<compiler::VectorizationStrategy> strategy_of_kind() const;
  bool compile_first_code() MUX_REQUIRES(first_code_lock_);
  /// Of first code that runs one work-item after the other, though the kernel can have packets:
  /// takes packets instead if there are some.
  void begin_in_loops() MUX_REQUIRES(first_code_lock_);
  void take_first_code(const compiler::KernelCode &code, std::chrono::nanoseconds compile_time)
      MUX_REQUIRES(first_code_lock_);
  /// What commands are to run that are recorded now. After make_first_code().
  ChosenCode chosen_code();
  /// Whether commands may come to run other code than what is for all arguments now.
  bool may_change() const;
  /// Whether there is to be optimized code for the local size that nobody has asked for yet.
  bool lacks_code_for_all() const MUX_REQUIRES(watch_);
  /// Whether the uses up to now took so long each that compiling is done in the time of a few.
  bool uses_are_long() const MUX_REQUIRES(watch_);
  /// Stops watching, for code is to be compiled now.
  void note_wanted() MUX_REQUIRES(watch_);
  /// Has code compiled in the background if the uses are worth it.
  void count_use(const std::byte *arguments);
  /// The same where enough work was done.
  void finish_counting_work();
  /// Compiles code that there is not, or waits for who does.
  void compile_at_once(const std::byte *arguments, bool starts_command);
  /// Values that quick code had in its uses up to now, if none was made for any yet.
  FixedValues likely_values() const MUX_REQUIRES(watch_);
  /// Whether the quick code has worked enough for code for those to be made.
  bool has_worked_for_values() const MUX_REQUIRES(watch_);
  /// Makes code for all arguments what is wanted_.
  void ask_for_all() MUX_REQUIRES(watch_);
  /// The same; of quick code that values have stayed the same for, and that none was made for yet,
  /// makes it code for those: if they go on like that, nobody would run code for all of them.
  void ask_for_better_code() MUX_REQUIRES(watch_);
  /// Whether enough work was done for better code, which is what is wanted_ then.
  bool work_suffices();
  /// Whether code is to be compiled now; it is what is wanted_ then.
  bool wants_code(const std::byte *arguments);
  /// Watches again after code was compiled.
  void watch_again();
  /// Begins to count anew.
  void forget_uses() MUX_REQUIRES(watch_);
  void compile() override;
  /// Whether packets are to be compiled; they are asked for once.
  bool takes_packets();
  /// Publishes quick packets, or if they cannot be had, optimized code.
  /// @return whether it watches again.
  bool compile_packets();
  /// At the second use, has code looked for in the background that was kept for its values and
  /// those of the first one. Until it is found all goes on as without.
  void look_for_kept() MUX_REQUIRES(watch_);
  /// Publishes such code if there is any.
  void take_kept();
  /// Publishes the code that is wanted_; for all arguments if that for their values cannot be had,
  /// and there is neither.
  /// @return whether it watches again.
  bool compile_wanted();
  /// Code for all arguments, if that is asked for now.
  bool wants_all_instead();
  /// Publishes the code if there is any, and memory for it.
  bool compile_and_publish();
  /// For code of this variant, another strategy.
  std::unique_ptr<compiler::Program> compile(
      const FixedValues &values, compiler::VectorizationStrategy strategy) const override;
  std::unique_ptr<compiler::Program> compile_for(const compiler::Specialization &wanted) const;
  /// Returns false if there is no memory.
  /// @param values that it is for; none: for all.
  bool publish(std::unique_ptr<compiler::Program> program, const FixedValues &values);
  /// The same for all values, with code whose place is taken soon.
  bool publish_for_now(std::unique_ptr<compiler::Program> program);
  void destroy_all(Compiled *made) noexcept;

  KernelVariants &owner_;
  const size_t kernel_;
  const bool is_at_once_;
  /// Whether `kind_` and `general_` are set.
  bool is_used_ = false;
  RangeKind kind_;
  /// Has the first code of this variant, too.
  KernelVariant *general_ = nullptr;
  bool begins_slowly_ = false;
  /// Makes the first code ahead.
  Work<&KernelVariant::make_first_code> first_code_work_{*this};
  /// Looks for code that an earlier process has kept.
  Work<&KernelVariant::take_kept> kept_code_work_{*this};
  /// Counts among the codes made ahead.
  std::atomic<bool> is_expected_{false};
  /// Held while the first code is made.
  Lock first_code_lock_;
  /// Whether the first code was made, or cannot be had; what it is does not change then.
  enum class FirstCode : uint8_t { unknown, made, impossible };
  std::atomic<FirstCode> has_first_code_{FirstCode::unknown};
  std::unique_ptr<compiler::Program> first_program_;
  compiler::KernelCode first_code_{};
  std::optional<VariantCode> first_;
  /// Of the code that others are compared with: the first one, or quick packets after it.
  std::atomic<std::chrono::nanoseconds> compile_time_{};
  /// It was made for this variant, and is not optimized.
  bool is_quick_ = false;
  /// It runs one work-item after the other until there are packets.
  bool begins_in_loops_ = false;
  /// There are none, and they were not asked for.
  bool lacks_packets_ MUX_GUARDED_BY(watch_) = false;
  /// It was made before, for this variant, and so code for values of arguments may have been.
  bool may_have_kept_ MUX_GUARDED_BY(watch_) = false;
  /// Owned, as is what follows it.
  std::atomic<Compiled *> for_arguments_{nullptr};
  /// The first code at first.
  std::atomic<VariantCode *> for_all_{nullptr};
  /// Nanoseconds that groups ran for while this was watching, and how many make other code for the
  /// local size worth while; none do where there will be none. Set with the first code, and with
  /// packets after it.
  std::atomic<int64_t> work_{0};
  std::atomic<int64_t> enough_work_{std::numeric_limits<int64_t>::max()};
  WorkSampler sampler_;
  /// Off while code is being compiled, and when all was made that will be.
  std::atomic<bool> is_watching_{true};
  /// From when code is wanted until it is there, or will not be.
  std::atomic<bool> is_compiling_{false};
  /// Held by who compiles at once, and those who wait for that, as long as there is something to
  /// compile.
  Lock at_once_;
  std::atomic<bool> may_compile_at_once_;
  /// Held while looking at a use, for a short time. Who finds it taken by another use does without:
  /// there will be more.
  Lock watch_;
  ArgumentHistory history_ MUX_GUARDED_BY(watch_);
  /// Whether any argument could be a specialization constant.
  const bool has_arguments_;
  /// What is to be compiled.
  FixedValues wanted_;
  /// Codes besides the one that takes the place of quick code. Changes on the thread that compiles,
  /// while nobody watches or under watch_.
  int compiled_ = 0;
  /// Values for which code may have been kept.
  FixedValues likely_kept_ MUX_GUARDED_BY(watch_);
  /// Optimized code for the local size and all arguments was asked for.
  bool asked_for_all_ MUX_GUARDED_BY(watch_) = false;
  /// The last one; what follows it was before it.
  Compiled *compiled_for_all_ = nullptr;
  /// Of the same executable; those of a kernel follow each other.
  KernelVariant *next_ = nullptr;
};

/// Where the commands of a kernel get their code from: valid as long as its executable.
struct CodeSource {
  /// NULL for a kernel that has one code for all its commands.
  KernelVariants *variants = nullptr;
  size_t kernel = 0;
  /// Of the kernel's variants; NULL if it has none.
  KernelVariant *first = nullptr;

  /// What holds for all code of a kernel that has variants.
  const compiler::KernelDescription &description() const;
  /// KernelVariants::code_in_use(), for any kernel; the kernel's own description if it has no
  /// variants.
  const compiler::KernelDescription &code_in_use(const compiler::KernelDescription &own,
                                                 const compiler::NdRange &range) const;
  /// KernelVariants::choose(), for a kernel that has variants.
  ChosenCode choose(const compiler::NdRange &range, std::string &error) const;
};

/// All variants of an executable's kernels. Any thread.
class KernelVariants {
 public:
  /// The program must outlive this.
  KernelVariants(const compiler::Program &program, const Allocator &allocator,
                 Specializing specializing = specializing_of_environment()) noexcept
      : program_(program), allocator_(allocator), specializing_(specializing) {}
  /// Waits for a variant that is being compiled.
  ~KernelVariants();
  KernelVariants(const KernelVariants &) = delete;
  KernelVariants &operator=(const KernelVariants &) = delete;

  /// Makes the variants of a kernel, as many as it may have, unless they exist. If it is known
  /// enough what its ND-ranges will be like, its first code is made in the background from now on.
  /// @param kernel that was described.
  /// @param[out] first of the kernel's variants, for choose(); NULL if it has none.
  /// @return false if memory ran out.
  bool prepare(size_t kernel, KernelVariant *&first) noexcept;

  /// What commands of such an ND-range are to run, which lives as long as this. Compiles it if
  /// there is none; threads that want the same code wait for the one that compiles it.
  /// @param kernel that was described.
  /// @param first of the kernel's variants; may be NULL.
  /// @param[out] error why not, when the code has no function.
  /// Throws nothing but std::bad_alloc.
  ChosenCode choose(size_t kernel, KernelVariant *first, const compiler::NdRange &range,
                    std::string &error);

  /// The code that commands of such an ND-range run now, if not for values of their arguments.
  /// Where there is none yet, choose() is asked for it. Buffers, images and local memory do not
  /// count, unless there are several codes for ND-ranges that differ in these.
  /// @param first of the kernel's variants.
  /// @return NULL if there is none. It lives as long as this. Throws as choose().
  const compiler::KernelDescription *code_in_use(KernelVariant *first,
                                                 const compiler::NdRange &range);

 private:
  friend class KernelVariant;
  friend struct CodeSource;

  /// Of a parent, whose threads may have been in the middle of something.
  bool in_forked_child() const { return fork_generation_ != fork_generation(); }

  /// Makes code for the kind of ND-range that most kernels such as this one are run in.
  void expect(KernelVariant *first) noexcept MUX_REQUIRES(lock_);
  /// The variant of that very kind; NULL if there is none.
  static KernelVariant *find_used(KernelVariant *first, const RangeKind &kind) noexcept;
  /// A variant of that kind, whatever it is given to work on; NULL if there is none.
  static KernelVariant *find_alike(KernelVariant *first, const RangeKind &kind) noexcept;
  /// How many of the kernel's variants know where blocks of local memory lie.
  static int kinds_with_blocks(const KernelVariant *first) noexcept;
  /// The variant for such commands; NULL if the kernel has all its variants already.
  /// @param range that it is asked for; NULL if none is there yet.
  KernelVariant *find(KernelVariant *first, const RangeKind &kind,
                      const compiler::NdRange *range) noexcept MUX_REQUIRES(lock_);
  /// Whether the kernel's variants are for so many values of something, and for none like this.
  template <typename ValueOf>
  static bool has_values_enough(const KernelVariant *first, const RangeKind &wanted,
                                ValueOf value_of, int enough) noexcept;
  /// The kind of ND-range whose code others of this kind begin with, because the kernel has code
  /// for so many local sizes, or images, that another one has to prove its worth; nothing if it
  /// does not.
  std::optional<RangeKind> kind_to_begin_with(const KernelVariant *first,
                                              const RangeKind &kind) const noexcept
      MUX_REQUIRES(lock_);
  /// Destroys variants up to, and not including, `end`.
  void destroy(KernelVariant *first, const KernelVariant *end) noexcept;

  const compiler::Program &program_;
  Allocator allocator_;
  const Specializing specializing_;
  const uint32_t fork_generation_ = fork_generation();
  Lock lock_;
  /// Those of a kernel follow each other. Those added later stand in front, so that who has found a
  /// kernel's first variant may walk on without the lock.
  KernelVariant *first_ MUX_GUARDED_BY(lock_) = nullptr;
};

}  // namespace mux::host
