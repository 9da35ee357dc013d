/// @file
/// A thread while it runs tiles: what it may run, its stack, the scratch memory it holds, its float
/// environment, the processors it runs on.
///
/// Lives on the stack of one thread and is used by it alone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "host/schedule/float_environment.h"
#include "host/schedule/scratch_pool.h"
#include "host/schedule/stack_pool.h"
#include "host/support/processors.h"
#include "host/support/stack.h"

namespace mux::host {

/// Memory that kernels of a device take while they run.
struct KernelMemory {
  explicit KernelMemory(const Allocator &allocator) noexcept : scratch(allocator) {}

  ScratchPool scratch;
  StackPool stacks;
};

class WorkingThread {
 public:
  enum class Kind {
    /// Workers, which run everything; see workers.h.
    own,
    visiting,
    spare,
    /// A thread that waits: runs what it waits for, but no code of the user's other than kernels.
    helper,
  };

  /// `home` is where it begins in commands of many tiles: a worker that always begins with the same
  /// tile finds in its caches what it wrote there before. `processors` are those of the device.
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

  /// Scratch memory of at least `size` bytes; NULL if there is none. Its content is arbitrary, and
  /// it stays valid until the next call.
  void *scratch(size_t size);

  /// Bytes of stack that kernels may take from the thread.
  size_t stack_left() const { return stack_left_; }
  /// For kernels that need more: a stack of at least `size` bytes; NULL if there is none. It stays
  /// valid until the next call.
  OwnStack *stack(size_t size);

  /// Whether it holds one of the device's concurrency permits, looks out for calls, and is expected
  /// to look for work. For Workers.
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
