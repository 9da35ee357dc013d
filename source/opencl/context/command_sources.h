/// @file
/// What commands of a context come from: its command queues, for who waits for all of them.
#pragma once

#include <mutex>
#include <vector>

#include "opencl/support/object.h"

namespace mux::opencl {

class CommandSource : public Object {
 public:
  /// Sends all commands so far to the device.
  virtual void flush() = 0;
  /// Waits for all commands so far.
  virtual void finish() = 0;
};

/// May be used from any thread.
class CommandSources {
 public:
  /// The source takes itself out before it is destroyed.
  void add(CommandSource &source);
  void remove(const CommandSource &source) noexcept;
  /// Sends all commands of all sources so far to the device.
  void flush() const;
  /// Waits for all commands of all sources so far, also for those that wait for events of the
  /// program's.
  void finish() const;

 private:
  std::vector<Ref<CommandSource>> alive() const;

  mutable std::mutex lock_;
  /// Not held: the program may release a queue at any time.
  std::vector<CommandSource *> sources_;
};

}  // namespace mux::opencl
