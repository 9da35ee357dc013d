/// @file
/// The floating-point environment of kernels and callbacks: round to nearest, denormals preserved,
/// exceptions masked.
#pragma once

namespace mux::host {

/// Sets the environment on the calling thread; the destructor restores the previous one.
class FloatEnvironment {
 public:
  FloatEnvironment();
  ~FloatEnvironment();
  FloatEnvironment(const FloatEnvironment &) = delete;
  FloatEnvironment &operator=(const FloatEnvironment &) = delete;

  /// Sets it again, after code of the program may have changed it.
  static void set();

 private:
  unsigned saved_;
};

}  // namespace mux::host
