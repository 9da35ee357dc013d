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
/// MUX_SPECIALIZE (variant_context.h) disables all of it.
#pragma once

#include <cstddef>
#include <string>

#include "compiler/abi/kernel_description.h"
#include "compiler/program/program.h"
#include "host/specialize/kernel_variant.h"
#include "host/specialize/range_kind.h"
#include "host/specialize/variant_context.h"
#include "host/support/allocator.h"
#include "host/support/lock.h"

namespace mux::host {

class KernelVariants;

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
      : context_(program, allocator, specializing) {}
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
  friend struct CodeSource;

  /// Whether the program has constants, and all have their defaults: it is likely that executables
  /// with values are made, and this one is not run.
  bool has_open_constants() const noexcept;
  /// Requests first code for the kind of ND-range that a kernel of this form is most likely run
  /// with, unless there are open constants.
  void expect(KernelVariant &first) noexcept MUX_REQUIRES(lock_);
  /// Returns the variant for an ND-range (KindTable::find()).
  KernelVariant *find(KernelVariant &first, const CommandRange &range) noexcept;
  /// Returns a variant whose kind differs at most in buffers, images and local memory, or else
  /// find().
  KernelVariant *find_alike(KernelVariant &first, const CommandRange &range) noexcept;
  /// Destroys variants up to, and not including, `end`.
  void destroy(KernelVariant *first, const KernelVariant *end) noexcept;

  const VariantContext context_;
  /// Held while the list changes, and while a kernel's variants are searched.
  Lock lock_;
  /// Owned list in which the variants of a kernel are adjacent. New ones are prepended, so a thread
  /// may walk on from a kernel's first variant without the lock.
  KernelVariant *first_ MUX_GUARDED_BY(lock_) = nullptr;
};

}  // namespace mux::host
