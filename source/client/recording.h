/// @file
/// What a function that records one command into a mux command buffer is given and returns.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <vector>

#include "client/function_ref.h"
#include "client/kernel_cost.h"
#include "client/ref_counted.h"
#include "client/tuning.h"

namespace mux::client {

/// The destination and dependencies of a command.
struct Recording {
  mux_command_buffer_t commands;
  /// Sync-points that the command waits for, and where its own is returned; both may be NULL.
  uint32_t wait_count;
  const mux_sync_point_t *waits;
  mux_sync_point_t *sync_point;
  /// Objects that the commands use.
  std::vector<Ref<RefCounted>> &kept;
  /// Identifies the set of objects last added to `kept`, so that the next command need not add the
  /// same again; 0 for none.
  uint64_t &kept_version;
  /// Expected time of the command. Commands with an unknown time are dispatched at once.
  ExpectedTime expected = unknown_time;
  /// The cost model of the command's kernel, and its number of work-items; NULL if the command runs
  /// no kernel. Its owner is in `kept`.
  KernelCost *cost = nullptr;
  uint64_t work_items = 0;

  /// Retains an object that the command uses, until it has ended or can no longer be executed.
  void keep(RefCounted &object) { kept.emplace_back(&object); }
  /// Sets the expected time of a copy or fill.
  void expect_bytes(uint64_t bytes) {
    expected = copy_start_time + bytes / copied_bytes_per_nanosecond;
  }
  /// Records an empty command, for commands that have nothing to do but be ordered.
  mux_result_t nothing() const {
    return muxCommandBarrier(commands, wait_count, waits, sync_point);
  }
};

/// Records exactly one command, and retains the objects that it uses.
using Record = FunctionRef<mux_result_t(Recording &)>;

}  // namespace mux::client
