/// @file
/// Sets of processors, and temporary thread affinity.
#pragma once

#include <mux/extensions.h>

#include <cstdint>

namespace mux::host {

/// A set of the operating system's processor numbers, in the format of its calls.
class ProcessorSet {
 public:
  bool empty() const;
  /// Adds a processor. Returns false if the number is out of range.
  bool add(uint32_t processor);
  /// Whether it is a subset of `other`.
  bool is_part_of(const ProcessorSet &other) const;

  /// Returns the affinity of the calling thread; empty if unknown.
  static ProcessorSet of_this_thread();
  /// Sets the affinity of the calling thread. Returns false if the system refuses.
  bool bind_this_thread() const;

 private:
  static constexpr uint32_t bits = 64;
  uint64_t words_[MUX_MAX_PROCESSORS / bits] = {};
};

/// Scope in which the calling thread has the given affinity; the destructor restores the previous
/// one. No effect if the set is empty or the system refuses.
class ProcessorBinding {
 public:
  explicit ProcessorBinding(const ProcessorSet &processors);
  ~ProcessorBinding();
  ProcessorBinding(const ProcessorBinding &) = delete;
  ProcessorBinding &operator=(const ProcessorBinding &) = delete;

 private:
  bool bound_;
  ProcessorSet before_;
};

}  // namespace mux::host
