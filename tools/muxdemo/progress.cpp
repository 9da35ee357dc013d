#include "muxdemo/progress.h"

#include <unistd.h>

#include <cstdio>

namespace mux::demo {

namespace {

// Moves to the first column, and erases the line.
constexpr const char *erase_line = "\r\033[K";

}  // namespace

Progress::Progress(unsigned steps) : terminal_(isatty(STDERR_FILENO) != 0), steps_(steps) {}

Progress::~Progress() {
  clear();
}

void Progress::step(const std::string &what) {
  ++current_;
  what_ = what;
  show(what_);
}

void Progress::detail(const std::string &what) {
  show(what_ + ", " + what);
}

void Progress::clear() {
  if (terminal_) {
    std::fputs(erase_line, stderr);
    std::fflush(stderr);
  }
}

void Progress::show(const std::string &text) {
  if (terminal_) {
    std::fprintf(stderr, "%s[%u/%u] %s ...", erase_line, current_, steps_, text.c_str());
    std::fflush(stderr);
  }
}

}  // namespace mux::demo
