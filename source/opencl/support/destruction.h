/// @file
/// Who destroys objects that were let go of in the middle of the completion of a command.
#pragma once

namespace mux::opencl {

/// While one lives, objects that the calling thread lets go of are destroyed by the service thread:
/// destroying may wait for the very thing that is being completed.
class DeferDestruction {
 public:
  DeferDestruction();
  ~DeferDestruction();
  DeferDestruction(const DeferDestruction &) = delete;
  DeferDestruction &operator=(const DeferDestruction &) = delete;
};

}  // namespace mux::opencl
