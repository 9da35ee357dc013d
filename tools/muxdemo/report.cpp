#include "muxdemo/report.h"

#include <cstdarg>
#include <cstdio>

namespace mux::demo {

namespace {

double milliseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

__attribute__((format(printf, 1, 2))) std::string format(const char *pattern, ...) {
  va_list arguments;
  va_start(arguments, pattern);
  char text[256];
  std::vsnprintf(text, sizeof(text), pattern, arguments);
  va_end(arguments);
  return text;
}

std::string time_line(const std::string &name, std::chrono::nanoseconds time, size_t pixels) {
  const double duration = milliseconds(time);
  return format("  %-18s %9.3f ms %9.1f megapixels/s\n", name.c_str(), duration,
                duration == 0 ? 0 : static_cast<double>(pixels) / duration / 1000);
}

}  // namespace

std::string report_text(const Report &report) {
  const size_t pixels = report.picture.pixels();
  const Difference &difference = report.difference;
  std::string text = "picture  " + report.input +
                     format(", %zu x %zu\n", report.picture.width, report.picture.height);
  text += "device   " + report.device.name +
          format(", %u compute units\n", report.device.compute_units);
  text += format("build    compile %.1f ms, load %.1f ms\n", milliseconds(report.timings.compile),
                 milliseconds(report.timings.load));
  text += "stages   " + report.way +
          format(", the fastest of %u %s\n", report.runs, report.runs == 1 ? "run" : "runs");
  for (const StageTime &stage : report.timings.stages) {
    text += time_line(stage.name, stage.time, pixels);
  }
  text += time_line("total", report.timings.whole, pixels);
  text += time_line("plain C++, 1 thread", report.plain_time, pixels);
  text += format(
      "largest difference to plain C++ (tolerance)\n"
      "  luminance %.1e, blur %.1e, gradient %.1e (%.0e), result %d of 255 levels (%d)\n",
      static_cast<double>(difference.luminance), static_cast<double>(difference.blurred),
      static_cast<double>(difference.gradient), static_cast<double>(plane_tolerance),
      difference.picture, picture_tolerance);
  text += difference.within_tolerance() ? "  within the tolerance\n" : "  ABOVE THE TOLERANCE\n";
  return text + "written  " + report.output + "\n";
}

}  // namespace mux::demo
