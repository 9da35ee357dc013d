/// @file
/// The command queues of a context, for operations that flush or finish all of them.
#pragma once

#include <mutex>
#include <vector>

#include "opencl/support/object.h"

namespace mux::opencl {

class CommandSource : public Object {
 public:
  /// Dispatches all commands enqueued so far.
  virtual void flush() = 0;
  /// Waits for all commands enqueued so far.
  virtual void finish() = 0;
};

/// Thread-safe.
class CommandSources {
 public:
  /// A source must be removed before it is destroyed.
  void add(CommandSource &source);
  void remove(const CommandSource &source) noexcept;
  /// Dispatches all commands enqueued so far on any source.
  void flush() const;
  /// Waits for all commands enqueued so far on any source, including those that wait for user
  /// events.
  void finish() const;

 private:
  std::vector<Ref<CommandSource>> alive() const;

  mutable std::mutex lock_;
  /// Not retained: the program may release a queue at any time.
  std::vector<CommandSource *> sources_;
};

}  // namespace mux::opencl
