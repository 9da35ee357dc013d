/// @file
/// Context of a thread that runs tiles: permissions, stack, scratch memory, floating-point
/// environment, CPU affinity.
///
/// On the stack of one thread, and used only by it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "host/schedule/float_environment.h"
#include "host/schedule/scratch_pool.h"
#include "host/schedule/stack_pool.h"
#include "host/support/processors.h"
#include "host/support/stack.h"

namespace mux::host {

/// Memory pools for running kernels of a device.
struct KernelMemory {
  explicit KernelMemory(const Allocator &allocator) noexcept : scratch(allocator) {}

  ScratchPool scratch;
  StackPool stacks;
};

class WorkingThread {
 public:
  enum class Kind {
    /// Workers, which may run every job; see workers.h.
    own,
    visiting,
    spare,
    /// A waiting thread: runs jobs that it waits for, but no callbacks.
    helper,
  };

  /// @param home lane in which the thread starts in commands of many tiles. A worker that always
  /// starts with the same tiles finds data that it wrote there in its caches.
  /// @param processors those of the device.
  WorkingThread(Kind kind, uint32_t home, KernelMemory &memory, const ProcessorSet &processors)
      : kind_(kind),
        home_(home),
        memory_(memory),
        stack_left_(host::stack_left()),
        binding_(processors) {}
  ~WorkingThread();
  WorkingThread(const WorkingThread &) = delete;
  WorkingThread &operator=(const WorkingThread &) = delete;

  Kind kind() const { return kind_; }
  uint32_t home() const { return home_; }
  bool may_call_back() const { return kind_ != Kind::helper; }

  /// Returns scratch memory of at least `size` bytes; NULL if it cannot be allocated.
  /// Uninitialized; valid until the next call.
  void *scratch(size_t size);

  /// Bytes of the thread's stack that kernels may use.
  size_t stack_left() const { return stack_left_; }
  /// Returns a stack of at least `size` bytes, for kernels that need more; NULL if it cannot be
  /// allocated. Valid until the next call.
  OwnStack *stack(size_t size);

  /// Whether the thread holds a concurrency permit, watches for requested calls, and is expected to
  /// look for work. Maintained by Workers.
  bool has_permit = false;
  bool attentive = false;
  bool expected = false;

 private:
  Kind kind_;
  uint32_t home_;
  KernelMemory &memory_;
  ScratchBlock *block_ = nullptr;
  size_t stack_left_;
  OwnStack *stack_ = nullptr;
  FloatEnvironment float_environment_;
  ProcessorBinding binding_;
};

}  // namespace mux::host
