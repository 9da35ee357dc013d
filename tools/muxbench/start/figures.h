// Start times of `muxbench start`.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace mux::bench {

// Times of a process that runs a kernel twice, or medians of several processes.
struct Start {
  // Until a device is available.
  double devices_ns = 0;
  // From source to a built program.
  double build_ns = 0;
  double kernel_ns = 0;
  double first_launch_ns = 0;
  double next_launch_ns = 0;
  // Total time of the process, as measured by its parent.
  double process_ns = 0;
  // Mux's compilation from OpenCL C to a container, the first part of the build.
  double parse_ns = 0;
};

// Mux's compile time by stages, in a process with an empty cache.
struct CompileStages {
  double parse_ns = 0;
  // All passes except those of the two stages below.
  double vectorize_ns = 0;
  double optimize_ns = 0;
  double generate_ns = 0;
  // The remaining time of the first launch: linking, loading, waiting for another thread.
  double load_ns = 0;
};

template <class Figures>
struct NamedFigure {
  // The key in JSON and the heading of the column.
  const char *key;
  const char *heading;
  double Figures::*value;
};

// Figures of all runtimes.
inline constexpr NamedFigure<Start> start_figures[] = {
    {"devices_ns", "devices", &Start::devices_ns},
    {"build_ns", "build", &Start::build_ns},
    {"kernel_ns", "kernel", &Start::kernel_ns},
    {"first_launch_ns", "first", &Start::first_launch_ns},
    {"next_launch_ns", "next", &Start::next_launch_ns},
    {"process_ns", "process", &Start::process_ns},
};

inline constexpr NamedFigure<CompileStages> compile_stages[] = {
    {"parse_ns", "parse", &CompileStages::parse_ns},
    {"vectorize_ns", "vectorize", &CompileStages::vectorize_ns},
    {"optimize_ns", "optimize", &CompileStages::optimize_ns},
    {"generate_ns", "generate", &CompileStages::generate_ns},
    {"load_ns", "load", &CompileStages::load_ns},
};

// Medians, separate for each figure.
Start median_of(std::span<const Start> starts);
CompileStages median_of(std::span<const CompileStages> stages);

// Of positive numbers; at least one.
double geometric_mean(const std::vector<double> &numbers);

}  // namespace mux::bench
