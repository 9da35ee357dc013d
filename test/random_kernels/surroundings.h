/// @file
/// What the parts of the generator share: what a kernel has to work with, and how much of it may be
/// used where.

#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "random.h"
#include "tree.h"

namespace mux::random_kernels {

/// Elements of an input buffer.
inline constexpr unsigned input_count = 4096;
/// More than there are work-items, and a power of two.
inline constexpr unsigned item_limit = 1024;
/// Work-items of a group, at most; elements of the local arrays that each has one element of.
inline constexpr unsigned group_limit = 256;
/// Loop counters stay at or below this.
inline constexpr unsigned counter_limit = 16;
inline constexpr unsigned atomic_count = 64;

struct Variable {
  std::string name;
  Type type;
  /// The same for all work-items of a group; written only where they all pass.
  bool uniform = false;
  bool writable = true;
};

/// A non-negative integer with a known bound.
struct BoundedValue {
  std::string name;
  /// Included.
  unsigned largest = 0;
  bool uniform = false;
  bool by_group = false;
};

struct InputBuffer {
  std::string name;
  Element element;
  unsigned count;
};

/// Each work-item has `per_item` elements of its own, which it reads and writes.
struct OwnBuffer {
  std::string name;
  Element element;
  unsigned per_item;
  /// A work-item's elements are neighbors; else they are `item_limit` apart.
  bool interleaved;
  /// The number of the work-item's place.
  std::string place;
};

struct AtomicBuffer {
  std::string name;
  Element element;
  /// The one operation that is done to it: "add", "or".
  std::string operation;
};

struct LocalArray {
  std::string name;
  Element element;
  /// A power of two.
  unsigned count;
};

/// Something of the work-item's own that can be assigned, at up to two indices.
struct Place {
  /// `$0` and `$1` stand for the indices.
  std::string text;
  Type type;
  /// Exclusive bounds of the indices, powers of two; 0 for one that is a truth value.
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
  /// A buffer of each of 0 to `item_limit` - 1 once.
  std::string permutation;
  std::vector<OwnBuffer> own_buffers;
  std::vector<AtomicBuffer> atomics;
  std::vector<LocalArray> local_arrays;
  std::vector<Place> places;

  /// Of blocks, in statements; how deep they nest.
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
