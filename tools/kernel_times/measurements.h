// The measurements of the layer, and the file that they are written to.
//
// Times are in seconds. Not thread-safe.
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

// Seconds since an arbitrary moment.
double now();

// Processor time of the process in seconds, of all threads.
double processor_now();

// Wall time, and processor time.
struct Seconds {
  double wall = 0;
  double processor = 0;

  Seconds &operator+=(const Seconds &other) {
    wall += other.wall;
    processor += other.processor;
    return *this;
  }
};

// Work-items in each dimension; a local size of zeros was chosen by the implementation.
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
  // The shortest repetition of the first launch with the same memory contents; 0 if there was none.
  Seconds repeated;
  // All launches but the first.
  Seconds others;
};

// A kernel of a build.
struct KernelMeasurements {
  uint64_t created = 0;
  double creation = 0;
  std::map<NdRange, Launches> launches;
};

// Identifies a build: program text and options.
struct Build {
  // The key of the text.
  std::string source;
  std::string options;

  auto operator<=>(const Build &) const = default;
};

// All builds of a program text with the same options.
struct ProgramMeasurements {
  uint64_t builds = 0;
  double build = 0;
  std::map<std::string, KernelMeasurements> kernels;
};

class Measurements {
 public:
  // Reads KERNEL_TIMES_FILE, the prefix of the file name, to which the process id and ".json" are
  // appended; without it, nothing is written. KERNEL_TIMES_SOURCES is a folder for program texts,
  // created if missing. Relative paths are resolved against the current folder.
  Measurements();
  Measurements(const Measurements &) = delete;
  Measurements &operator=(const Measurements &) = delete;

  // Returns the key of a program text or binary, and writes it to the folder of sources as
  // KEY.SUFFIX if it is new.
  std::string add_source(std::string_view text, std::string_view suffix);
  ProgramMeasurements &program(const Build &build) { return programs_[build]; }

  // Counts launches that could not be measured alone.
  void count_untimed() { ++untimed_; }

  // Writes the file, even without measurements: that shows that the layer was loaded. A failure is
  // reported once on standard error.
  void write();
  // Writes the file after each change at first, and later at intervals relative to the time that
  // writing takes: a process may end without calling destructors.
  void write_after_change();
  // Writes the file at process exit, unless this is a forked child without measurements.
  void write_at_end();

  // In a forked child: drops the measurements, which the parent writes. The child gets its own file
  // once it has measured something.
  void start_over_in_child();

 private:
  bool choose_file();
  void report_failure(const std::string &what);

  std::string prefix_;
  // Chosen when it is first written; empty before.
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
