/// @file
/// State shared by the parts of the generator: the variables, buffers and limits of a kernel.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "random.h"
#include "tree.h"

namespace mux::random_kernels {

/// A number in source code.
inline std::string number(uint64_t value) {
  return std::to_string(value);
}

/// Elements of an input buffer.
inline constexpr unsigned input_count = 4096;
/// A power of two above the number of work-items.
inline constexpr unsigned item_limit = 1024;
/// Maximum work-group size; elements of local arrays with one element per work-item.
inline constexpr unsigned group_limit = 256;
/// Upper bound of loop counters.
inline constexpr unsigned counter_limit = 16;
inline constexpr unsigned atomic_count = 64;

struct Variable {
  std::string name;
  Type type;
  /// Uniform; written only in uniform control flow.
  bool uniform = false;
  bool writable = true;
};

/// A non-negative integer with a known bound.
struct BoundedValue {
  std::string name;
  /// Inclusive.
  unsigned largest = 0;
  bool uniform = false;
  bool by_group = false;
};

struct InputBuffer {
  std::string name;
  Element element;
  unsigned count;
};

/// A buffer with `per_item` elements for each work-item, which only that reads and writes.
struct OwnBuffer {
  std::string name;
  Element element;
  unsigned per_item;
  /// Whether a work-item's elements are contiguous; else they are `item_limit` apart.
  bool interleaved;
  /// The index of the work-item.
  std::string place;
};

struct AtomicBuffer {
  std::string name;
  Element element;
  /// The only operation on it: "add", "or".
  std::string operation;
};

struct LocalArray {
  std::string name;
  Element element;
  /// A power of two.
  unsigned count;
};

/// An assignable expression of the work-item with up to two indices.
struct Place {
  /// `$0` and `$1` are the indices.
  std::string text;
  Type type;
  /// Exclusive bounds of the indices, powers of two; 0 for a Boolean.
  std::vector<unsigned> bounds;
};

struct Surroundings {
  explicit Surroundings(uint64_t seed) : random(seed) {}

  Random random;
  Program program;

  /// Of get_global_id(): exclusive bounds, with a product of `item_limit`.
  std::array<unsigned, 3> shape{};
  /// 12, 20 or 30.
  unsigned language_version = 12;

  std::vector<Variable> variables;
  std::vector<BoundedValue> bounded;
  std::vector<InputBuffer> inputs;
  /// A buffer with a permutation of 0 to `item_limit` - 1.
  std::string permutation;
  std::vector<OwnBuffer> own_buffers;
  std::vector<AtomicBuffer> atomics;
  std::vector<LocalArray> local_arrays;
  std::vector<Place> places;

  /// Of blocks, in statements; and maximum nesting.
  unsigned longest_block = 9;
  unsigned deepest_block = 4;

  unsigned next_name = 0;

  std::string new_name(std::string_view prefix) {
    return std::string(prefix) + std::to_string(next_name++);
  }
  bool has_collectives() const { return language_version >= 20; }
  bool has_sub_groups() const { return language_version >= 30; }
};

}  // namespace mux::random_kernels
