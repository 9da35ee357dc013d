/// @file
/// A destination of commands whose arguments were checked.
#pragma once

#include "client/recording.h"
#include "opencl/context/context.h"

namespace mux::opencl {

using client::Record;
using client::Recording;

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
