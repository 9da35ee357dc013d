// What the layer has measured, and the file that it is written to.
//
// Times are seconds. The caller excludes other threads.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
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

// A kernel of a program; two programs of the same text are the same.
struct KernelMeasurements {
  uint64_t created = 0;
  double creation = 0;
  std::map<NdRange, Launches> launches;
};

// A program text and all builds of it.
struct ProgramMeasurements {
  std::string options;
  uint64_t builds = 0;
  double build = 0;
  std::map<std::string, KernelMeasurements> kernels;
};

class Measurements {
 public:
  // Reads KERNEL_TIMES_FILE: the file's name, to which the number of the process is added; without
  // it, nothing is written. KERNEL_TIMES_SOURCES is a folder for the texts of programs.
  Measurements();
  ~Measurements();
  Measurements(const Measurements &) = delete;
  Measurements &operator=(const Measurements &) = delete;

  // The key of a program of this text or binary, which is written to the folder of sources as
  // KEY.SUFFIX if it is new.
  std::string add_program(std::string_view text, std::string_view suffix);
  ProgramMeasurements &program(const std::string &key) { return programs_[key]; }

  // Launches that could not be measured alone.
  void count_untimed() { ++untimed_; }

  // Writes the file if the last time is long ago: a process may end without telling its libraries.
  void write_now_and_then();

 private:
  void write() const;

  std::string file_;
  std::string sources_;
  std::map<std::string, ProgramMeasurements> programs_;
  uint64_t untimed_ = 0;
  double written_ = 0;
};

}  // namespace mux::kernel_times
