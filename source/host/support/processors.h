/// @file
/// Sets of processors, and threads that are bound to them for a while.
#pragma once

#include <mux/extensions.h>

#include <cstdint>

namespace mux::host {

/// Processors by the numbers that the operating system gives them, as its calls take them.
class ProcessorSet {
 public:
  bool empty() const;
  /// Returns false if the number is none that any processor can have.
  bool add(uint32_t processor);
  /// Whether all of them are in the other as well.
  bool is_part_of(const ProcessorSet &other) const;

  /// Those that the calling thread may run on; none if the system does not tell.
  static ProcessorSet of_this_thread();
  /// Has the calling thread run on these alone. Returns false if the system refuses.
  bool bind_this_thread() const;

 private:
  static constexpr uint32_t bits = 64;
  uint64_t words_[MUX_MAX_PROCESSORS / bits] = {};
};

/// While one lives, the calling thread runs on these processors; afterwards where it might before.
/// Nothing happens if there are none. Where the system refuses, the thread runs anywhere.
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
