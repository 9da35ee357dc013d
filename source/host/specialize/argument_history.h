/// @file
/// Which scalar arguments that decide loops, branches or divisors of a kernel stay the same from
/// one dispatch to the next, and could be specialization constants.
///
/// An ArgumentHistory and a FixedValues are used by one thread at a time, but any integer may
/// compare arguments with a FixedValues that no longer changes. Nothing here fails or allocates,
/// but for FixedValues::list().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "compiler/abi/kernel_abi.h"

namespace mux::host {

/// So many of a kernel's arguments can be specialization constants.
inline constexpr size_t most_fixed_arguments = 8;

/// Packed arguments are looked at in words; they are followed by zeros up to a whole one.
constexpr uint64_t padded_size(uint64_t packed_size) {
  return (packed_size + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
}

/// Values of some arguments.
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

  /// One word of packed arguments.
  static uint64_t load(const std::byte *arguments, uint64_t index) {
    uint64_t word;
    std::memcpy(&word, arguments + index * sizeof word, sizeof word);
    return word;
  }

 private:
  /// The bits of the arguments that lie in one word.
  struct Word {
    uint64_t index;
    uint64_t mask;
    uint64_t value;
  };

  size_t word_count_ = 0;
  size_t fixed_count_ = 0;
  std::array<Word, most_fixed_arguments> words_{};
  std::array<compiler::FixedArgument, most_fixed_arguments> fixed_{};
};

class ArgumentHistory {
 public:
  enum class Advice : uint8_t {
    wait,
    /// stable() tells for which values code is worth it.
    compile,
    /// No argument stays the same, or none matters.
    give_up,
  };

  /// Uses before an advice.
  struct Patience {
    /// With the same value in a row, for an argument to be taken for one that stays the same.
    uint32_t same;
    /// The same if each use takes long.
    uint32_t same_in_long_uses;
    /// Of a kernel whose arguments change all the time.
    uint32_t changing;
  };

  ArgumentHistory(const compiler::KernelDescription &kernel, Patience patience) noexcept;

  /// Whether any argument could be a specialization constant.
  bool has_arguments() const { return count_ != 0; }
  /// Since the beginning.
  uint32_t uses() const { return uses_; }

  /// `are_long`: the uses up to now.
  Advice observe(const std::byte *arguments, bool are_long);
  /// What stays the same, as the last observe() saw it.
  FixedValues stable() const;
  /// What has been the same in all uses, if there was more than one, but no more of them than make
  /// it stable.
  FixedValues likely() const;
  /// Begins anew.
  void forget();

 private:
  struct Integer {
    size_t argument;
    /// Where its bytes lie.
    uint64_t word;
    uint32_t shift;
    uint64_t mask;
    uint64_t last;
    /// Uses in a row, the last one included, that had this value.
    uint32_t repeats;
  };

  /// Those that were the same in so many uses.
  FixedValues repeated(uint32_t uses) const;

  const compiler::KernelDescription &kernel_;
  const Patience patience_;
  size_t count_ = 0;
  uint32_t uses_ = 0;
  /// Repeats that were enough at the last use.
  uint32_t enough_ = 0;
  std::array<Integer, most_fixed_arguments> integers_{};
};

}  // namespace mux::host
