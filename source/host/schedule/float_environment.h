/// @file
/// The float environment that kernels and callbacks run in: round to nearest, denormals kept,
/// exceptions masked.
#pragma once

namespace mux::host {

/// Sets the environment on the calling thread and restores the thread's own at the end.
class FloatEnvironment {
 public:
  FloatEnvironment();
  ~FloatEnvironment();
  FloatEnvironment(const FloatEnvironment &) = delete;
  FloatEnvironment &operator=(const FloatEnvironment &) = delete;

  /// Sets it again, after code of the user's may have changed it.
  static void set();

 private:
  unsigned saved_;
};

}  // namespace mux::host
