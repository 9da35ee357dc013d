/// @file
/// Progress of a long-running program, on one line of stderr that is overwritten; no output if
/// stderr is not a terminal. Not thread-safe. Does not fail.

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

  /// Starts and displays the next step.
  void step(const std::string &what);
  /// Displays details of the current step.
  void detail(const std::string &what);
  /// Erases the line, so that other text can be printed.
  void clear();

 private:
  void show(const std::string &text);

  bool terminal_;
  unsigned steps_;
  unsigned current_ = 0;
  std::string what_;
};

}  // namespace mux::demo
