// Code of a kernel for the ND-ranges that it keeps being dispatched with.
//
// A command starts with the kernel's generic code. After some dispatches with the same local size
// the kernel is compiled once more, in the background, for that local size; from then on the
// commands run that. A kernel that cannot be compiled so, or is not worth it, keeps its generic
// code: nobody ever waits for a variant, and results are the same.
//
// The environment variable MUX_SPECIALIZE=0 switches this off.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "compiler/program/program.h"
#include "host/allocator.h"

namespace mux::host {

class KernelVariants;

// One kernel for one kind of ND-range.
class KernelVariant {
 public:
  KernelVariant(KernelVariants &owner, size_t kernel) noexcept : owner_(owner), kernel_(kernel) {}

  // The code to run now. Any thread; allocates nothing and does not wait, but for the one call that
  // asks for the variant to be compiled. `starts_command`: for the first groups of a command.
  compiler::KernelFunction function(bool starts_command) {
    // Acquire: the code was written before its address was published.
    if (const compiler::KernelFunction ready = function_.load(std::memory_order_acquire)) {
      return ready;
    }
    if (starts_command) {
      count_use();
    }
    return generic_function();
  }

 private:
  friend class KernelVariants;
  friend class Specialiser;

  void count_use();
  compiler::KernelFunction generic_function() const;
  // In the background; publishes the code if there is any.
  void compile();

  KernelVariants &owner_;
  const size_t kernel_;
  // Set when it is first asked for; until then it is for no ND-range.
  compiler::FixedRange range_ = {{0, 0, 0}, false};
  std::atomic<compiler::KernelFunction> function_{nullptr};
  std::atomic<uint32_t> uses_{0};
  std::unique_ptr<compiler::Program> program_;
  // Of the same executable; those of a kernel follow each other.
  KernelVariant *next_ = nullptr;
  // In the queue of those that wait to be compiled.
  KernelVariant *next_waiting_ = nullptr;
};

// All variants of an executable's kernels. Any thread.
class KernelVariants {
 public:
  // The program must outlive this.
  KernelVariants(const compiler::Program &program, const Allocator &allocator) noexcept
      : program_(program), allocator_(allocator) {}
  // Waits for a variant that is being compiled.
  ~KernelVariants();
  KernelVariants(const KernelVariants &) = delete;
  KernelVariants &operator=(const KernelVariants &) = delete;

  // Makes the variants, as many as a kernel may have. Called once, before find().
  // @return false if memory ran out.
  bool prepare() noexcept;

  // The first of a kernel's variants, for find(); NULL if the kernel has none.
  KernelVariant *first_of(size_t kernel) const noexcept;
  // The variant for commands of such an ND-range, which lives as long as this. NULL if the kernel
  // is not to be specialised for it, or has all its variants already. Allocates nothing.
  // @param first of the kernel; may be NULL.
  KernelVariant *find(KernelVariant *first, const compiler::NdRange &range) noexcept;

 private:
  friend class KernelVariant;

  const compiler::Program &program_;
  Allocator allocator_;
  std::mutex mutex_;
  KernelVariant *first_ = nullptr;
};

}  // namespace mux::host
