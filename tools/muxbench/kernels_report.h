// Prints the figures of kernels as text, or as JSON: a list of {name, size, ours_ns, general_ns,
// ratio_general, opencl_name, opencl_ns, ratio_opencl, goal, goal_met, cpp_name, cpp_ns, ratio_cpp,
// copy_ns, ratio_copy, checked}. Values that were not measured are null. Ratios are the other's
// time divided by Mux's: above 1, Mux is faster.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace mux::bench {

struct Timing {
  std::string name;
  double nanoseconds;
};

// The figures of a kernel class and one OpenCL implementation, for one run.
struct KernelFigures {
  std::string name;
  std::string size;
  double goal = 0;
  std::optional<double> ours_ns;
  // The general form of the kernel, on Mux.
  std::optional<double> general_ns;
  std::optional<Timing> opencl;
  std::optional<Timing> cpp;
  std::optional<double> copy_ns;
  // Whether the results were compared, and agree.
  bool checked = false;

  // The other's time divided by Mux's; nothing if one of them was not measured.
  std::optional<double> ratio_to(const std::optional<double> &other_ns) const;
  std::optional<double> ratio_opencl() const;
  std::optional<double> ratio_cpp() const;
  // Nothing if Mux was not compared with PoCL, which the goals refer to.
  std::optional<bool> goal_met() const;
};

void print_kernel_heading(std::FILE *out);
void print_kernel_line(std::FILE *out, const KernelFigures &figures);
// Prints the goals that were missed, and by how much.
void print_missed_goals(std::FILE *out, const std::vector<KernelFigures> &figures);
void print_kernel_json(std::FILE *out, const std::vector<KernelFigures> &figures);

}  // namespace mux::bench
