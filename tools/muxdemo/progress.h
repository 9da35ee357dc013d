/// @file
/// Says what a long program is doing, on one line of stderr that is overwritten; says nothing when
/// stderr is not a terminal. One thread at a time may call. Never fails.

#pragma once

#include <string>

namespace mux::demo {

class Progress {
 public:
  /// @param steps how often step() will be called.
  explicit Progress(unsigned steps);
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
  /// Removes the line.
  ~Progress();

  /// Starts the next step.
  void step(const std::string &what);
  /// Says more about the current step.
  void detail(const std::string &what);
  /// Removes the line, so that something else can be printed.
  void clear();

 private:
  void show(const std::string &text);

  bool terminal_;
  unsigned steps_;
  unsigned current_ = 0;
  std::string what_;
};

}  // namespace mux::demo
