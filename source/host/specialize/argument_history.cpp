#include "host/specialize/argument_history.h"

#include <algorithm>

namespace mux::host {
namespace {

/// Mask of the lowest `count` bytes of a word.
uint64_t low_bytes(uint64_t count) {
  return count >= sizeof(uint64_t) ? ~uint64_t{0} : (uint64_t{1} << (8 * count)) - 1;
}

}  // namespace

void FixedValues::add(const compiler::KernelDescription &kernel, size_t argument, uint64_t bits) {
  const compiler::KernelArgument &described = kernel.arguments[argument];
  const uint64_t index = described.offset / sizeof(uint64_t);
  const uint64_t shift = 8 * (described.offset % sizeof(uint64_t));
  Word *word = std::find_if(words_.begin(), words_.begin() + word_count_,
                            [index](const Word &other) { return other.index == index; });
  if (word == words_.begin() + word_count_) {
    *word = {index, 0, 0};
    ++word_count_;
  }
  word->mask |= low_bytes(described.size) << shift;
  word->value |= bits << shift;
  fixed_[fixed_count_++] = {argument, bits};
}

ArgumentHistory::ArgumentHistory(const compiler::KernelDescription &kernel,
                                 Patience patience) noexcept
    : kernel_(kernel), patience_(patience) {
  for (size_t i = 0; i < kernel.arguments.size() && count_ < max_fixed_arguments; ++i) {
    const compiler::KernelArgument &argument = kernel.arguments[i];
    const uint64_t offset_in_word = argument.offset % sizeof(uint64_t);
    // An integer is naturally aligned, so it never straddles two words.
    if (argument.is_specialization_candidate &&
        offset_in_word + argument.size <= sizeof(uint64_t)) {
      integers_[count_++] = {i,
                             argument.offset / sizeof(uint64_t),
                             static_cast<uint32_t>(8 * offset_in_word),
                             low_bytes(argument.size),
                             0,
                             0};
    }
  }
}

ArgumentHistory::Advice ArgumentHistory::observe(const std::byte *arguments, bool are_long) {
  ++uses_;
  enough_ = are_long ? patience_.same_in_long_uses : patience_.same;
  bool any_stable = false;
  for (size_t i = 0; i < count_; ++i) {
    Integer &integer = integers_[i];
    const uint64_t value =
        FixedValues::load(arguments, integer.word) >> integer.shift & integer.mask;
    integer.repeats = value == integer.last ? integer.repeats + 1 : 1;
    integer.last = value;
    any_stable = any_stable || integer.repeats >= enough_;
  }
  if (any_stable) {
    return Advice::compile;
  }
  return !has_arguments() || uses_ >= patience_.changing ? Advice::give_up : Advice::wait;
}

FixedValues ArgumentHistory::stable() const {
  return repeated(enough_);
}

FixedValues ArgumentHistory::likely() const {
  return uses_ > 1 ? repeated(std::min(uses_, enough_)) : FixedValues();
}

FixedValues ArgumentHistory::repeated(uint32_t uses) const {
  FixedValues values;
  for (size_t i = 0; i < count_; ++i) {
    if (integers_[i].repeats >= uses) {
      values.add(kernel_, integers_[i].argument, integers_[i].last);
    }
  }
  return values;
}

void ArgumentHistory::forget() {
  uses_ = 0;
  for (Integer &integer : integers_) {
    integer.repeats = 0;
  }
}

}  // namespace mux::host
