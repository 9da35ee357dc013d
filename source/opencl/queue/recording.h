/// @file
/// Interface for recording OpenCL commands into mux command buffers, for queues and command
/// buffers.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <vector>

#include "client/function_ref.h"
#include "client/kernel_cost.h"
#include "opencl/context/context.h"
#include "opencl/support/object.h"

namespace mux::opencl {

/// The destination and dependencies of a command.
struct Recording {
  mux_command_buffer_t commands;
  /// Sync-points that the command waits for, and where its own is returned; both may be NULL.
  uint32_t wait_count;
  const mux_sync_point_t *waits;
  mux_sync_point_t *sync_point;
  /// Objects that the commands use.
  std::vector<Ref<RefCounted>> &kept;
  /// Kernel::version() of the last kernel whose objects were added to `kept`; 0 for none.
  uint64_t &retained_version;
  /// Expected time of the command. Commands with an unknown time are dispatched at once.
  client::ExpectedTime expected = client::unknown_time;
  /// The cost model of the command's kernel, and its number of work-items; NULL if the command runs
  /// no kernel. Retained by the command.
  client::KernelCost *cost = nullptr;
  uint64_t work_items = 0;

  /// Retains an object that the command uses, until it has ended or can no longer be executed.
  void keep(RefCounted &object) { kept.emplace_back(&object); }
  /// Sets the expected time of a copy or fill.
  void expect_bytes(uint64_t bytes) {
    // Fixed cost of a copy, and bandwidth of a copy from main memory.
    constexpr client::ExpectedTime start = 200;
    constexpr uint64_t bytes_per_nanosecond = 4;
    expected = start + bytes / bytes_per_nanosecond;
  }
  /// Records an empty command, for commands that have nothing to do but be ordered.
  mux_result_t nothing() const {
    return muxCommandBarrier(commands, wait_count, waits, sync_point);
  }
};

/// Records exactly one command, and retains the objects that it uses.
using Record = client::FunctionRef<mux_result_t(Recording &)>;

/// A destination of commands: a queue, which executes them, or a command buffer.
class Recorder {
 public:
  Recorder(const Recorder &) = delete;
  Recorder &operator=(const Recorder &) = delete;

  virtual Context &context() const = 0;
  virtual Device &device() const = 0;
  /// The index of its device in the context.
  virtual size_t device_index() const = 0;
  /// Adds a command whose arguments were checked.
  virtual void record(Record record_command) = 0;

 protected:
  Recorder() = default;
  ~Recorder() = default;
};

}  // namespace mux::opencl
