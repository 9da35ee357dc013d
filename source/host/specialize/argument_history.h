/// @file
/// Detects scalar arguments that decide loops, branches or divisors of a kernel and repeat their
/// values from one dispatch to the next: candidates for specialization constants.
///
/// An ArgumentHistory and a FixedValues are used by one thread at a time, but any thread may
/// compare arguments with a FixedValues that no longer changes. Nothing here fails or allocates,
/// except FixedValues::list().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "compiler/abi/kernel_description.h"
#include "compiler/abi/specialization.h"

namespace mux::host {

/// Maximum number of arguments of a kernel that can be specialization constants.
inline constexpr size_t max_fixed_arguments = 8;

/// Size of packed arguments, zero-padded to whole words, since they are compared in words.
constexpr uint64_t padded_size(uint64_t packed_size) {
  return (packed_size + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
}

/// Values of some arguments of a kernel.
class FixedValues {
 public:
  void add(const compiler::KernelDescription &kernel, size_t argument, uint64_t bits);
  bool empty() const { return word_count_ == 0; }

  /// Whether packed arguments have these values.
  bool fit(const std::byte *arguments) const {
    for (size_t i = 0; i < word_count_; ++i) {
      if ((load(arguments, words_[i].index) & words_[i].mask) != words_[i].value) {
        return false;
      }
    }
    return true;
  }

  std::vector<compiler::FixedArgument> list() const {
    return {fixed_.begin(), fixed_.begin() + static_cast<std::ptrdiff_t>(fixed_count_)};
  }

  /// Loads one word of packed arguments.
  static uint64_t load(const std::byte *arguments, uint64_t index) {
    uint64_t word;
    std::memcpy(&word, arguments + index * sizeof word, sizeof word);
    return word;
  }

 private:
  /// The bits of one word that belong to the arguments.
  struct Word {
    uint64_t index;
    uint64_t mask;
    uint64_t value;
  };

  size_t word_count_ = 0;
  size_t fixed_count_ = 0;
  std::array<Word, max_fixed_arguments> words_{};
  std::array<compiler::FixedArgument, max_fixed_arguments> fixed_{};
};

class ArgumentHistory {
 public:
  enum class Advice : uint8_t {
    wait,
    /// Code for the values of stable() is worth compiling.
    compile,
    /// No argument repeats its value, or none matters.
    give_up,
  };

  /// Thresholds, in uses.
  struct Patience {
    /// Uses with the same value in a row after which an argument counts as constant.
    uint32_t same;
    /// The same if each use takes long.
    uint32_t same_in_long_uses;
    /// Uses after which a kernel whose arguments change is no longer watched.
    uint32_t changing;
  };

  ArgumentHistory(const compiler::KernelDescription &kernel, Patience patience) noexcept;

  /// Whether any argument could be a specialization constant.
  bool has_arguments() const { return count_ != 0; }
  /// Number of observed uses since construction or forget().
  uint32_t uses() const { return uses_; }

  /// Counts a use.
  /// @param are_long whether the uses so far took long.
  Advice observe(const std::byte *arguments, bool are_long);
  /// The arguments that were constant at the last observe(), with their values.
  FixedValues stable() const;
  /// The values that all uses had in common, if there were at least two; once there are enough uses
  /// for stable(), the same as stable().
  FixedValues likely() const;
  /// Resets all counts.
  void forget();

 private:
  struct Integer {
    size_t argument;
    /// Index of the word of the packed arguments that holds it.
    uint64_t word;
    uint32_t shift;
    uint64_t mask;
    uint64_t last;
    /// Number of most recent uses with the same value.
    uint32_t repeats;
  };

  /// Arguments that had the same value in at least so many uses in a row.
  FixedValues repeated(uint32_t uses) const;

  const compiler::KernelDescription &kernel_;
  const Patience patience_;
  size_t count_ = 0;
  uint32_t uses_ = 0;
  /// Threshold of repeats at the last use.
  uint32_t enough_ = 0;
  std::array<Integer, max_fixed_arguments> integers_{};
};

}  // namespace mux::host
