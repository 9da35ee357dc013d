// The figures of `muxbench start`: what a program's start takes.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace mux::bench {

// One process that runs a kernel twice, or medians of several.
struct Start {
  // Until there is a device to work with.
  double devices_ns = 0;
  // From source to what kernels are created of.
  double build_ns = 0;
  double kernel_ns = 0;
  double first_launch_ns = 0;
  double next_launch_ns = 0;
  // All of the process, as the one that started it sees it.
  double process_ns = 0;
  // Of the build, OpenCL C to a container: Mux's alone, which has these two apart.
  double parse_ns = 0;
};

// Where Mux's compiling time goes, in a process with nothing in its cache.
struct CompileStages {
  double parse_ns = 0;
  // All passes but the two below.
  double vectorize_ns = 0;
  double optimize_ns = 0;
  double generate_ns = 0;
  // What is left of the first launch: linking, loading, waiting for another thread.
  double load_ns = 0;
};

template <class Figures>
struct NamedFigure {
  // In JSON, and as a column.
  const char *key;
  const char *heading;
  double Figures::*value;
};

// What Mux and others have in common.
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

// The same for all figures: each is the median of its own.
Start median_of(std::span<const Start> starts);
CompileStages median_of(std::span<const CompileStages> stages);

// Of numbers above 0; there is at least one.
double geometric_mean(const std::vector<double> &numbers);

}  // namespace mux::bench
