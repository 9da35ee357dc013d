/// @file
/// Which commands of a plan must wait for which, found from the memory they touch.
///
/// Commands are described in the order they were recorded: begin_command(), then all that it reads,
/// all that it writes, what else it waits for, end_command(). Two commands are ordered if one of
/// them writes a byte that the other touches, or if one of them is a fence; all others are left
/// free to overlap. Ranges are host addresses, so buffers over the same memory are seen to be the
/// same.
///
/// Commands that many others depend on, or that depend on many, would need edges in proportion to
/// the square of their number. Where that begins, an extra command that does nothing, a join,
/// stands between the two groups, so that edges, memory and time stay linear in what was described:
/// besides finding its node in a tree, an access goes through a bounded number of segments and
/// readers, but for segments that it replaces by one, and readers that it puts behind a join for
/// good.
///
/// Used by one thread, while a plan is built; throws std::bad_alloc if the allocator has no memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory_resource>
#include <vector>

#include "host/support/allocator.h"

namespace mux::host {

/// Memory for standard containers from an object's allocator.
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

  /// For `command_count` commands, numbered from 0; joins get the numbers after them.
  Dependences(uint32_t command_count, const Allocator &allocator);

  void begin_command();
  void reads(const std::byte *memory, uint64_t size) { touch(memory, size, false); }
  void writes(const std::byte *memory, uint64_t size) { touch(memory, size, true); }
  /// The command waits for all before it, and all after it wait for it.
  void fence();
  /// The command waits for an earlier one, whatever they touch.
  void after(uint32_t command) { order(command, current_); }
  void end_command();

  uint32_t join_count() const { return join_count_; }
  const std::pmr::vector<Edge> &edges() const { return edges_; }

 private:
  static constexpr uint32_t none = UINT32_MAX;

  /// A list of commands that read a segment since it was written. Segments cut from one share the
  /// rest of their lists, so nodes never change, but for the join.
  struct Reader {
    uint32_t command;
    uint32_t next;
    /// Nodes from here to the end of the list, or to the first that had a join when this one came.
    uint32_t length;
    /// Stands for this node and all after it.
    uint32_t join;
  };
  struct Segment {
    uintptr_t end;
    uint32_t writer;
    uint32_t readers;
  };
  /// By the first address. Addresses in no segment have not been touched since the last fence.
  using Segments = std::pmr::map<uintptr_t, Segment>;

  void touch(const std::byte *memory, uint64_t size, bool writes);
  void order(uint32_t from, uint32_t to);
  uint32_t add_join();
  /// Makes `to` wait for all commands of a list.
  void order_readers(uint32_t list, uint32_t to);
  /// Puts a join at the head of a list, and one at every so many nodes behind it: other lists that
  /// share its end find one soon as well.
  void join_readers(uint32_t list);
  uint32_t add_reader(uint32_t command, uint32_t list);
  /// Makes an address the border of a segment, if it is inside one.
  void cut(uintptr_t address);
  void write(uintptr_t begin, uintptr_t end);
  void read(uintptr_t begin, uintptr_t end);
  /// Whether there are more segments than a read should go through.
  bool crowded(Segments::iterator first, uintptr_t end) const;
  /// Makes the segments up to `end` one.
  Segments::iterator coalesce(Segments::iterator first, uintptr_t begin, uintptr_t end);

  /// Most plans need no more.
  static constexpr size_t own_memory = 4096;

  AllocatorResource upstream_;
  alignas(std::max_align_t) std::array<std::byte, own_memory> own_memory_;
  std::pmr::monotonic_buffer_resource memory_;
  Segments segments_{&memory_};
  std::pmr::vector<Reader> readers_{&memory_};
  /// Nodes of a list, while joins are put into it.
  std::pmr::vector<uint32_t> unjoined_{&memory_};
  std::pmr::vector<Edge> edges_;
  /// For each command: whether one waits for it, and the last one that does.
  std::pmr::vector<uint32_t> last_successor_;
  uint32_t command_count_;
  uint32_t join_count_ = 0;
  uint32_t next_command_ = 0;
  uint32_t current_ = none;
  /// The last fence, and the joins that there were before it.
  uint32_t fence_ = none;
  uint32_t joins_before_fence_ = 0;
  /// Whether the current command is known to come after the last fence.
  bool after_fence_ = false;
};

}  // namespace mux::host
