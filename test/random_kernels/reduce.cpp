#include "reduce.h"

#include <algorithm>
#include <utility>

namespace mux::random_kernels {
namespace {

class Reducer {
 public:
  Reducer(Program program, const std::function<bool(const Program &)> &still_fails,
          unsigned attempts)
      : program_(std::move(program)), still_fails_(still_fails), attempts_(attempts) {}

  Program run() {
    bool changed = true;
    while (changed && attempts_ > 0) {
      changed = false;
      changed |= reduce_ranges();
      changed |= reduce_block(program_.body);
      changed |= reduce_block(program_.program_scope);
      changed |= reduce_parameters();
      changed |= reduce_attributes();
    }
    return std::move(program_);
  }

 private:
  /// Replaces a part of the program; restores it if the failure disappears.
  template <class T>
  bool try_value(T &place, T value) {
    if (attempts_ == 0) {
      return false;
    }
    --attempts_;
    std::swap(place, value);
    if (still_fails_(program_)) {
      return true;
    }
    std::swap(place, value);
    return false;
  }

  /// Removes halves first, then quarters and so on.
  template <class T>
  bool remove_elements(std::vector<T> &list, size_t at_least) {
    bool changed = false;
    for (size_t length = std::max<size_t>(list.size() / 2, 1); length > 0; length /= 2) {
      size_t end = list.size();
      while (end > 0) {
        const size_t begin = end - std::min(length, end);
        if (list.size() - (end - begin) >= at_least) {
          std::vector<T> shorter = list;
          shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(begin),
                        shorter.begin() + static_cast<std::ptrdiff_t>(end));
          changed |= try_value(list, std::move(shorter));
        }
        end = begin;
      }
    }
    return changed;
  }

  bool reduce_block(Block &block) {
    bool changed = remove_elements(block, 0);
    for (size_t i = 0; i < block.size(); ++i) {
      changed |= unwrap(block, i);
      if (i >= block.size()) {
        break;
      }
      for (Block &inner : block[i].blocks) {
        changed |= reduce_block(inner);
      }
      for (Expression &expression : block[i].expressions) {
        changed |= reduce_expression(expression);
      }
    }
    return changed;
  }

  /// Replaces a statement by one of its blocks.
  bool unwrap(Block &block, size_t index) {
    if (!block[index].can_be_unwrapped) {
      return false;
    }
    for (const Block &inner : block[index].blocks) {
      Block flat = block;
      const auto position = flat.erase(flat.begin() + static_cast<std::ptrdiff_t>(index));
      flat.insert(position, inner.begin(), inner.end());
      if (try_value(block, std::move(flat))) {
        return true;
      }
    }
    return false;
  }

  bool reduce_expression(Expression &expression) {
    const Expression zero{expression.type,
                          expression.bounded ? "0" : zero_of(expression.type),
                          {},
                          expression.bounded};
    if (expression.text == zero.text) {
      return false;
    }
    if (try_value(expression, zero)) {
      return true;
    }
    if (expression.bounded) {
      return false;
    }
    bool changed = false;
    for (size_t i = 0; i < expression.operands.size(); ++i) {
      if (expression.operands[i].type == expression.type) {
        const Expression operand = expression.operands[i];
        if (try_value(expression, operand)) {
          changed = true;
          i = static_cast<size_t>(-1);
        }
      }
    }
    for (Expression &operand : expression.operands) {
      changed |= reduce_expression(operand);
    }
    return changed;
  }

  bool reduce_ranges() {
    bool changed = remove_elements(program_.ranges, 1);
    for (Range &range : program_.ranges) {
      for (size_t dimension = 0; dimension < 3; ++dimension) {
        changed |= reduce_size(range.offset[dimension], 0);
        changed |= reduce_size(range.global[dimension], 1);
        if (program_.attributes.empty()) {
          changed |= reduce_size(range.local[dimension], 1);
        }
      }
      while (range.dimensions > 1 && range.global[range.dimensions - 1] == 1) {
        Range flat = range;
        --flat.dimensions;
        if (!try_value(range, flat)) {
          break;
        }
        changed = true;
      }
    }
    return changed;
  }

  bool reduce_size(size_t &size, size_t smallest) {
    bool changed = false;
    while (size > smallest) {
      const size_t choices[] = {smallest, size / 2, size - 1};
      const bool smaller = std::any_of(std::begin(choices), std::end(choices), [&](size_t choice) {
        return choice >= smallest && choice < size && try_value(size, choice);
      });
      if (!smaller) {
        break;
      }
      changed = true;
    }
    return changed;
  }

  bool reduce_parameters() { return remove_elements(program_.parameters, 0); }

  bool reduce_attributes() {
    bool changed = false;
    if (!program_.attributes.empty()) {
      changed |= try_value(program_.attributes, std::string());
    }
    const size_t last_word = program_.options.rfind(' ');
    if (last_word != std::string::npos) {
      changed |= try_value(program_.options, program_.options.substr(0, last_word));
    }
    return changed;
  }

  Program program_;
  const std::function<bool(const Program &)> &still_fails_;
  unsigned attempts_;
};

}  // namespace

Program reduce(Program program, const std::function<bool(const Program &)> &still_fails,
               unsigned attempts) {
  return Reducer(std::move(program), still_fails, attempts).run();
}

}  // namespace mux::random_kernels
