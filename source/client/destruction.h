/// @file
/// Deferred destruction of objects that are released while a command completes.
#pragma once

namespace mux::client {

/// While one lives, objects released by the calling thread are destroyed by the service thread,
/// because destruction may wait for the completion that is in progress.
class DeferDestruction {
 public:
  DeferDestruction();
  ~DeferDestruction();
  DeferDestruction(const DeferDestruction &) = delete;
  DeferDestruction &operator=(const DeferDestruction &) = delete;
};

}  // namespace mux::client
