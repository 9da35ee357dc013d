/// @file
/// Recording commands of OpenCL into command buffers of mux, whoever they are for.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <vector>

#include "opencl/context/context.h"
#include "opencl/support/function_ref.h"
#include "opencl/support/kernel_cost.h"
#include "opencl/support/object.h"

namespace mux::opencl {

/// Where a command is recorded.
struct Recording {
  mux_command_buffer_t commands;
  /// What the command has to wait for, and where its own sync-point goes; may be NULL.
  uint32_t wait_count;
  const mux_sync_point_t *waits;
  mux_sync_point_t *sync_point;
  /// What commands use.
  std::vector<Ref<Object>> &kept;
  /// The version of the kernel whose objects were kept last (Kernel::version()); 0 for none.
  uint64_t &kept_version;
  /// How long the command is expected to take. Commands of which nothing is said here start at
  /// once.
  ExpectedTime expected = unknown_time;
  /// What is found out about a kernel that runs so many work-items; NULL if there is none. Kept by
  /// the command.
  KernelCost *cost = nullptr;
  uint64_t work_items = 0;

  /// The command uses the object: it lives until the command has ended, or cannot be run any more.
  void keep(Object &object) { kept.emplace_back(&object); }
  /// The command copies or fills so many bytes.
  void expect_bytes(uint64_t bytes) {
    // What a copy costs before its first byte, and a copy that comes from memory.
    constexpr ExpectedTime start = 200;
    constexpr uint64_t bytes_of_a_nanosecond = 4;
    expected = start + bytes / bytes_of_a_nanosecond;
  }
  /// Records a command that does nothing, for those whose work is done when their turn comes.
  mux_result_t nothing() const {
    return muxCommandBarrier(commands, wait_count, waits, sync_point);
  }
};

/// Records exactly one command, and keeps what it uses.
using Record = FunctionRef<mux_result_t(Recording &)>;

/// Whoever takes a command: a queue, which runs it, or a command buffer.
class Recorder {
 public:
  Recorder(const Recorder &) = delete;
  Recorder &operator=(const Recorder &) = delete;

  virtual Context &context() const = 0;
  virtual Device &device() const = 0;
  /// Of the context's.
  virtual size_t device_index() const = 0;
  /// Takes the command; all of its arguments were checked.
  virtual void record(Record record_command) = 0;

 protected:
  Recorder() = default;
  ~Recorder() = default;
};

}  // namespace mux::opencl
