#include "vtest/server/log.h"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace mux::vtest {

namespace {

void write_to_standard_error(LogLevel /*level*/, const std::string &line) {
  const std::string text = line + "\n";
  // One call, so that lines of several threads do not mix.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

Log::Log(LogLevel level) : Log(level, write_to_standard_error) {}

Log::Log(LogLevel level, Sink sink) : level_(level), sink_(std::move(sink)) {}

void Log::write(LogLevel level, const std::string &line) const noexcept {
  if (!enabled(level)) {
    return;
  }
  try {
    sink_(level, line);
  } catch (const std::exception &) {
    // Without memory the line is dropped.
  }
}

ClientLog::ClientLog(const Log &log, uint64_t client)
    : log_(log), prefix_("client " + std::to_string(client) + ": ") {}

void ClientLog::set_name(std::string_view name) {
  prefix_.resize(prefix_.find(':'));
  prefix_.resize(std::min(prefix_.size(), prefix_.find(" (")));
  prefix_.append(" (");
  for (const char character : name) {
    prefix_ += character >= ' ' && character != 0x7f ? character : '?';
  }
  prefix_.append("): ");
}

void ClientLog::write(LogLevel level, std::string_view text) const {
  if (enabled(level)) {
    log_.write(level, prefix_ + std::string(text));
  }
}

void ClientLog::warn_once(const std::string &text) {
  if (!enabled(LogLevel::warn) || warnings_.size() >= max_warnings ||
      !warnings_.insert(text).second) {
    return;
  }
  write(LogLevel::warn, text);
  if (warnings_.size() == max_warnings) {
    write(LogLevel::warn, "further warnings are not written");
  }
}

}  // namespace mux::vtest
