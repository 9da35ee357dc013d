/// @file
/// The executable form of a finalized command buffer: a graph of commands in flat arrays.
///
/// Finalizing builds a plan with all addresses resolved (record/plan_builder.h). The command buffer
/// and every submission in flight hold a reference; the last release frees the plan. A plan is
/// immutable while a submission holds it, so any number of submissions may read it at once. New
/// kernel arguments are written to a plan that only the command buffer holds: the current one if
/// nothing is in flight, otherwise a copy that replaces it.
///
/// A copy has its own ND-ranges and shares everything else with the plan that was finalized, which
/// lives as long as its copies. Memory comes from the command buffer's allocator.
#pragma once

#include <cstddef>
#include <cstdint>

#include "host/schedule/command.h"
#include "host/support/allocator.h"
#include "host/support/atomic.h"

namespace mux::host {

class Plan {
 public:
  /// The largest index denotes the completion of a submission, and joins need indices too.
  static constexpr size_t max_commands = UINT32_MAX / 4;

  /// Arrays in the arena of the plan or of its origin.
  struct Graph {
    /// Includes joins.
    uint32_t command_count = 0;
    uint32_t root_count = 0;
    /// Sum over all commands with several lanes.
    uint32_t lane_count = 0;
    Command *commands = nullptr;
    uint32_t *successors = nullptr;
    uint32_t *pending = nullptr;
    uint32_t *roots = nullptr;
    /// Largest scratch memory that a tile of any command needs.
    uint64_t scratch_size = 0;
    /// Number of query slots that begin, plus number of commands with a completion hook.
    uint64_t query_state_count = 0;
    /// Whether a kernel of any command prints, and whether any command is measured.
    bool prints = false;
    bool measures = false;
    /// Whether any command has a completion hook.
    bool has_completion_hooks = false;
  };

  /// Creates an empty plan, with one reference.
  /// @param bindings the device's count of memory re-bindings, read before addresses are looked up.
  /// @param origin the plan of which this one becomes a copy; NULL if none.
  Plan(const Allocator &allocator, uint64_t bindings, Plan *origin) noexcept;
  ~Plan();
  Plan(const Plan &) = delete;
  Plan &operator=(const Plan &) = delete;

  void retain() { references_.fetch_add(1, std::memory_order_relaxed); }
  void release();
  /// Whether the caller's reference is the only one. Acquires what other holders released.
  bool unshared() const { return references_.load(std::memory_order_acquire) == 1; }

  /// Mutable access, for the builder, or while the caller's reference is the only one.
  Arena &arena() { return arena_; }
  Graph &graph() { return graph_; }
  const Allocator &allocator() const { return allocator_; }
  Plan *origin() { return origin_; }
  /// The device's count of memory re-bindings when addresses were looked up.
  uint64_t bindings() const { return bindings_; }

  uint32_t command_count() const { return graph_.command_count; }
  const Command &command(uint32_t index) const { return graph_.commands[index]; }
  /// Index of a command, in recording order.
  uint32_t index_of(const Command &command) const {
    return static_cast<uint32_t>(&command - graph_.commands);
  }
  const uint32_t *successors() const { return graph_.successors; }
  /// Number of predecessors of a command.
  uint32_t pending(uint32_t index) const { return graph_.pending[index]; }
  uint32_t lane_count() const { return graph_.lane_count; }
  /// Commands without predecessors.
  uint32_t root_count() const { return graph_.root_count; }
  uint32_t root(uint32_t index) const { return graph_.roots[index]; }
  uint64_t scratch_size() const { return graph_.scratch_size; }
  bool prints() const { return graph_.prints; }
  uint64_t query_state_count() const { return graph_.query_state_count; }
  bool measures() const { return graph_.measures; }
  bool has_completion_hooks() const { return graph_.has_completion_hooks; }

 private:
  Allocator allocator_;
  Arena arena_;
  Graph graph_;
  uint64_t bindings_;
  /// Holds a reference.
  Plan *origin_;
  /// On a cache line of its own, apart from read-only members.
  alignas(64) Atomic<uint32_t> references_{1};
};

}  // namespace mux::host
