/// @file
/// What a finalized command buffer runs: a graph of commands in flat arrays.
///
/// Finalizing builds a plan with every address filled in (record/plan_builder.h). The command
/// buffer and every submission in flight hold a reference; the last one to let go frees it. A plan
/// that a submission holds never changes, so any number of submissions may read it at once. New
/// arguments of a kernel go into a plan that only the command buffer holds: this one if nothing is
/// in flight, else a copy that takes its place.
///
/// A copy has its own ND-ranges and shares everything else with the plan that finalizing built,
/// which lives as long as its copies. Memory comes from the command buffer's allocator.
#pragma once

#include <cstddef>
#include <cstdint>

#include "host/schedule/command.h"
#include "host/support/allocator.h"
#include "host/support/atomic.h"

namespace mux::host {

class Plan {
 public:
  /// The last index names the completion of a submission, and joins take indices too.
  static constexpr size_t most_commands = UINT32_MAX / 4;

  /// What is in the arena of the plan, or of its origin.
  struct Graph {
    /// Joins included.
    uint32_t command_count = 0;
    uint32_t root_count = 0;
    /// Of all commands of several lanes.
    uint32_t lane_count = 0;
    Command *commands = nullptr;
    uint32_t *successors = nullptr;
    uint32_t *pending = nullptr;
    uint32_t *roots = nullptr;
    /// The most scratch memory that a tile of any command needs.
    uint64_t scratch_size = 0;
    /// How many slots of query pools begin, and commands whose start is to be told.
    uint64_t query_state_count = 0;
    /// Whether a kernel of any command prints, and whether any command is measured.
    bool prints = false;
    bool measures = false;
    /// Whether anybody wants to know when a command has ended.
    bool tells_completion = false;
  };

  /// An empty plan, with one reference.
  /// @param bindings the device's count of re-bindings before addresses are looked up.
  /// @param origin the plan that this one becomes a copy of; NULL if it is none.
  Plan(const Allocator &allocator, uint64_t bindings, Plan *origin) noexcept;
  ~Plan();
  Plan(const Plan &) = delete;
  Plan &operator=(const Plan &) = delete;

  void retain() { references_.fetch_add(1, std::memory_order_relaxed); }
  void release();
  /// Whether the caller's reference is the only one. Acquires what the others released.
  bool unshared() const { return references_.load(std::memory_order_acquire) == 1; }

  /// For who builds the plan, or changes it while the caller's reference is the only one.
  Arena &arena() { return arena_; }
  Graph &graph() { return graph_; }
  const Allocator &allocator() const { return allocator_; }
  Plan *origin() { return origin_; }
  /// What the device's count of re-bindings was when the addresses were looked up.
  uint64_t bindings() const { return bindings_; }

  uint32_t command_count() const { return graph_.command_count; }
  const Command &command(uint32_t index) const { return graph_.commands[index]; }
  /// A command's position in the order of recording.
  uint32_t index_of(const Command &command) const {
    return static_cast<uint32_t>(&command - graph_.commands);
  }
  const uint32_t *successors() const { return graph_.successors; }
  /// How many commands must retire before this one may start.
  uint32_t pending(uint32_t index) const { return graph_.pending[index]; }
  uint32_t lane_count() const { return graph_.lane_count; }
  /// The commands that wait for none.
  uint32_t root_count() const { return graph_.root_count; }
  uint32_t root(uint32_t index) const { return graph_.roots[index]; }
  uint64_t scratch_size() const { return graph_.scratch_size; }
  bool prints() const { return graph_.prints; }
  uint64_t query_state_count() const { return graph_.query_state_count; }
  bool measures() const { return graph_.measures; }
  bool tells_completion() const { return graph_.tells_completion; }

 private:
  Allocator allocator_;
  Arena arena_;
  Graph graph_;
  uint64_t bindings_;
  /// With a reference.
  Plan *origin_;
  /// Away from what everyone only reads.
  alignas(64) Atomic<uint32_t> references_{1};
};

}  // namespace mux::host
