// What the layer has measured, and the file that it is written to.
//
// Times are seconds. The caller excludes other threads.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace mux::kernel_times {

// Seconds since some moment.
double now();

// Seconds of processor time that the process has used, of all threads.
double processor_now();

// How long something took, and how much of the processors' time.
struct Seconds {
  double wall = 0;
  double processor = 0;

  Seconds &operator+=(const Seconds &other) {
    wall += other.wall;
    processor += other.processor;
    return *this;
  }
};

// Work-items in each dimension; a local size of zeros was left to the implementation.
struct NdRange {
  uint32_t dimensions = 0;
  std::array<uint64_t, 3> global{};
  std::array<uint64_t, 3> local{};

  auto operator<=>(const NdRange &) const = default;
};

// All launches of a kernel with one ND-range.
struct Launches {
  uint64_t count = 0;
  Seconds first;
  // The shortest of the first launch done again with the same memory; 0 if it was not.
  Seconds repeated;
  // Of all but the first.
  Seconds others;
};

// A kernel of a build.
struct KernelMeasurements {
  uint64_t created = 0;
  double creation = 0;
  std::map<NdRange, Launches> launches;
};

// What tells builds apart: two programs of the same text and the same options are the same.
struct Build {
  // The key of the text.
  std::string source;
  std::string options;

  auto operator<=>(const Build &) const = default;
};

// All times that a program text was built with the same options.
struct ProgramMeasurements {
  uint64_t builds = 0;
  double build = 0;
  std::map<std::string, KernelMeasurements> kernels;
};

class Measurements {
 public:
  // Reads KERNEL_TIMES_FILE: what the file's name begins with, to which the number of the process
  // and ".json" are added; without it, nothing is written. KERNEL_TIMES_SOURCES is a folder for the
  // texts of programs, which is made if it is missing. Relative paths count from where the process
  // is now.
  Measurements();
  Measurements(const Measurements &) = delete;
  Measurements &operator=(const Measurements &) = delete;

  // The key of a program of this text or binary, which is written to the folder of sources as
  // KEY.SUFFIX if it is new.
  std::string add_source(std::string_view text, std::string_view suffix);
  ProgramMeasurements &program(const Build &build) { return programs_[build]; }

  // Launches that could not be measured alone.
  void count_untimed() { ++untimed_; }

  // Writes the file, also if nothing was measured yet: that shows that the layer was loaded. What
  // cannot be written is told once on standard error.
  void write();
  // The same after each change at first, and later if the last time is long ago, compared with what
  // it took: a process may end without telling its libraries.
  void write_after_change();
  // The same at the end, but a forked child that measured nothing leaves no file.
  void write_at_end();

  // In a child that the process has forked: what was measured before is the parent's to write. The
  // child gets a file of its own once it has measured something.
  void start_over_in_child();

 private:
  bool choose_file();
  void tell_failure(const std::string &what);

  std::string prefix_;
  // Chosen when it is written for the first time; empty before.
  std::string file_;
  std::string sources_;
  std::set<std::string> known_sources_;
  std::map<Build, ProgramMeasurements> programs_;
  uint64_t untimed_ = 0;
  unsigned changes_ = 0;
  double next_write_ = 0;
  bool has_failed_ = false;
};

}  // namespace mux::kernel_times
