/// @file
/// Dependence graph of the commands of a plan, computed from their memory accesses.
///
/// Commands are described in recording order: begin_command(), then everything it reads and writes
/// and other commands it waits for, end_command(). Two commands are ordered if one writes a byte
/// that the other accesses, or if one is a fence; all others may overlap. Ranges are host
/// addresses, so aliasing buffers are recognized.
///
/// If many commands each depend on many others, the number of edges would be quadratic. Beyond a
/// limit, an empty command, a join, is inserted between the two groups, so that edges, memory and
/// time are linear in the number of accesses: apart from the lookup of its segment in a tree, an
/// access visits a bounded number of segments and readers, amortized over segments that it merges
/// and readers that it puts behind a join.
///
/// Used by one thread, while a plan is built. Throws std::bad_alloc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory_resource>
#include <vector>

#include "host/support/allocator.h"

namespace mux::host {

/// Memory resource for standard containers that uses an object's allocator.
class AllocatorResource : public std::pmr::memory_resource {
 public:
  explicit AllocatorResource(const Allocator &allocator) noexcept : allocator_(allocator) {}

 private:
  void *do_allocate(size_t size, size_t alignment) override;
  void do_deallocate(void *memory, size_t size, size_t alignment) override;
  bool do_is_equal(const std::pmr::memory_resource &other) const noexcept override {
    return this == &other;
  }

  Allocator allocator_;
};

class Dependences {
 public:
  struct Edge {
    uint32_t from;
    uint32_t to;
  };

  /// For `command_count` commands, numbered from 0; joins get the following numbers.
  Dependences(uint32_t command_count, const Allocator &allocator);

  void begin_command();
  void reads(const std::byte *memory, uint64_t size) { touch(memory, size, false); }
  void writes(const std::byte *memory, uint64_t size) { touch(memory, size, true); }
  /// Orders the command after all earlier ones, and before all later ones.
  void fence();
  /// Orders the command after an earlier one, regardless of accesses.
  void after(uint32_t command) { order(command, current_); }
  void end_command();

  uint32_t join_count() const { return join_count_; }
  const std::pmr::vector<Edge> &edges() const { return edges_; }

 private:
  static constexpr uint32_t none = UINT32_MAX;

  /// Node of a list of commands that read a segment since its last write. Segments that were split
  /// share the tails of their lists, so nodes are immutable, apart from `join`.
  struct Reader {
    uint32_t command;
    uint32_t next;
    /// Number of nodes from here to the end of the list, or to the first that had a join when this
    /// node was added.
    uint32_t length;
    /// A join that follows this node and all after it; `none` if there is none.
    uint32_t join;
  };
  struct Segment {
    uintptr_t end;
    uint32_t writer;
    uint32_t readers;
  };
  /// Keyed by first address. Addresses outside of all segments have not been accessed since the
  /// last fence.
  using Segments = std::pmr::map<uintptr_t, Segment>;

  void touch(const std::byte *memory, uint64_t size, bool writes);
  void order(uint32_t from, uint32_t to);
  uint32_t add_join();
  /// Orders `to` after all commands of a list.
  void order_readers(uint32_t list, uint32_t to);
  /// Adds a join at the head of a list, and one at regular intervals behind it, so that other lists
  /// that share its tail find one soon.
  void join_readers(uint32_t list);
  uint32_t add_reader(uint32_t command, uint32_t list);
  /// Splits the segment that contains the address, so that the address becomes a border.
  void cut(uintptr_t address);
  void write(uintptr_t begin, uintptr_t end);
  void read(uintptr_t begin, uintptr_t end);
  /// Whether there are more segments than a read should visit.
  bool crowded(Segments::iterator first, uintptr_t end) const;
  /// Merges the segments up to `end`.
  Segments::iterator coalesce(Segments::iterator first, uintptr_t begin, uintptr_t end);

  /// Enough for most plans.
  static constexpr size_t own_memory = 4096;

  AllocatorResource upstream_;
  alignas(std::max_align_t) std::array<std::byte, own_memory> own_memory_;
  std::pmr::monotonic_buffer_resource memory_;
  Segments segments_{&memory_};
  std::pmr::vector<Reader> readers_{&memory_};
  /// Nodes of a list, while joins are added to it.
  std::pmr::vector<uint32_t> unjoined_{&memory_};
  std::pmr::vector<Edge> edges_;
  /// For each command, its last successor; `none` if it has none.
  std::pmr::vector<uint32_t> last_successor_;
  uint32_t command_count_;
  uint32_t join_count_ = 0;
  uint32_t next_command_ = 0;
  uint32_t current_ = none;
  /// The last fence, and the number of joins before it.
  uint32_t fence_ = none;
  uint32_t joins_before_fence_ = 0;
  /// Whether the current command is known to be ordered after the last fence.
  bool after_fence_ = false;
};

}  // namespace mux::host
