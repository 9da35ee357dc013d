/// @file
/// Which commands use a resource: per stream, the last that reads and the last that writes it.
/// Thread-safe.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "gallium/stream/stream.h"

namespace mux::gallium {

/// Access of a command, or of a mapping.
struct Access {
  bool reads;
  bool writes;
};

class Uses {
 public:
  /// A command of a stream that has not ended.
  struct Command {
    Ref<Timeline> timeline;
    uint64_t number;
  };

  /// Notes that the command accesses the resource.
  void note(Timeline &timeline, uint64_t number, Access access);
  /// Of each stream the last command that reads, or writes, unless it has ended.
  std::vector<Command> reads() { return pending(&Use::read); }
  std::vector<Command> writes() { return pending(&Use::write); }

 private:
  struct Use {
    Ref<Timeline> timeline;
    uint64_t read;
    uint64_t write;
  };

  std::vector<Command> pending(uint64_t Use::*kind);

  std::mutex lock_;
  std::vector<Use> uses_;
};

}  // namespace mux::gallium
