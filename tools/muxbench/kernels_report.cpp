#include "muxbench/kernels_report.h"

#include <nlohmann/json.hpp>

namespace mux::bench {
namespace {

// The name of its platform.
constexpr char pocl[] = "Portable Computing Language";

template <class Value>
nlohmann::ordered_json json_of(const std::optional<Value> &value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

std::optional<double> nanoseconds(const std::optional<Timing> &timing) {
  return timing ? std::optional(timing->nanoseconds) : std::nullopt;
}

std::optional<std::string> name(const std::optional<Timing> &timing) {
  return timing ? std::optional(timing->name) : std::nullopt;
}

void print_milliseconds(std::FILE *out, const std::optional<double> &value_ns) {
  if (value_ns) {
    std::fprintf(out, " %10.3f", *value_ns * 1e-6);
  } else {
    std::fprintf(out, " %10s", "-");
  }
}

void print_ratio(std::FILE *out, const std::optional<double> &ratio) {
  if (ratio) {
    std::fprintf(out, " %8.2f", *ratio);
  } else {
    std::fprintf(out, " %8s", "-");
  }
}

}  // namespace

std::optional<double> KernelFigures::ratio_to(const std::optional<double> &other_ns) const {
  return ours_ns && other_ns ? std::optional(*other_ns / *ours_ns) : std::nullopt;
}

std::optional<double> KernelFigures::ratio_opencl() const {
  return ratio_to(nanoseconds(opencl));
}

std::optional<double> KernelFigures::ratio_cpp() const {
  return ratio_to(nanoseconds(cpp));
}

std::optional<bool> KernelFigures::goal_met() const {
  const std::optional<double> ratio = ratio_opencl();
  return ratio && opencl && opencl->name == pocl ? std::optional(*ratio >= goal) : std::nullopt;
}

void print_kernel_heading(std::FILE *out) {
  std::fprintf(out, "%-14s %10s %10s %10s %10s %10s %9s %8s %8s %8s %8s\n", "ms a run", "mux",
               "general", "OpenCL", "C++", "copy", "general x", "OpenCL x", "goal", "C++ x",
               "copy x");
}

void print_kernel_line(std::FILE *out, const KernelFigures &figures) {
  std::fprintf(out, "%-14s", figures.name.c_str());
  print_milliseconds(out, figures.ours_ns);
  print_milliseconds(out, figures.general_ns);
  print_milliseconds(out, nanoseconds(figures.opencl));
  print_milliseconds(out, nanoseconds(figures.cpp));
  print_milliseconds(out, figures.copy_ns);
  std::fprintf(out, " ");
  print_ratio(out, figures.ratio_to(figures.general_ns));
  print_ratio(out, figures.ratio_opencl());
  print_ratio(out, figures.goal);
  print_ratio(out, figures.ratio_cpp());
  print_ratio(out, figures.ratio_to(figures.copy_ns));
  std::fprintf(out, "  %s\n", figures.checked ? "results agree" : "results not compared");
  std::fflush(out);
}

void print_missed_goals(std::FILE *out, const std::vector<KernelFigures> &figures) {
  for (const KernelFigures &each : figures) {
    const std::optional<double> ratio = each.ratio_opencl();
    if (ratio && !each.goal_met().value_or(true)) {
      std::fprintf(out, "goal missed: %s is %.2f times as fast as PoCL, the goal is %g\n",
                   each.name.c_str(), *ratio, each.goal);
    }
  }
}

void print_kernel_json(std::FILE *out, const std::vector<KernelFigures> &figures) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const KernelFigures &each : figures) {
    list.push_back({{"name", each.name},
                    {"size", each.size},
                    {"ours_ns", json_of(each.ours_ns)},
                    {"general_ns", json_of(each.general_ns)},
                    {"ratio_general", json_of(each.ratio_to(each.general_ns))},
                    {"opencl_name", json_of(name(each.opencl))},
                    {"opencl_ns", json_of(nanoseconds(each.opencl))},
                    {"ratio_opencl", json_of(each.ratio_opencl())},
                    {"goal", each.goal},
                    {"goal_met", json_of(each.goal_met())},
                    {"cpp_name", json_of(name(each.cpp))},
                    {"cpp_ns", json_of(nanoseconds(each.cpp))},
                    {"ratio_cpp", json_of(each.ratio_cpp())},
                    {"copy_ns", json_of(each.copy_ns)},
                    {"ratio_copy", json_of(each.ratio_to(each.copy_ns))},
                    {"checked", each.checked}});
  }
  std::fprintf(out, "%s\n", list.dump(2).c_str());
}

}  // namespace mux::bench
