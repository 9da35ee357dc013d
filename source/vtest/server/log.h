/// @file
/// The log of the server: lines on standard error, with the client that they are about.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace mux::vtest {

enum class LogLevel : int { off, error, warn, info, debug };

/// Writes lines. Thread-safe.
class Log {
 public:
  using Sink = std::function<void(LogLevel, const std::string &line)>;

  /// Writes to standard error.
  explicit Log(LogLevel level);
  /// Passes lines to a function instead, which any thread may call.
  Log(LogLevel level, Sink sink);

  bool enabled(LogLevel level) const noexcept { return level <= level_; }
  /// Writes a line if its level is enabled. A line that cannot be written is dropped.
  void write(LogLevel level, const std::string &line) const noexcept;

 private:
  LogLevel level_;
  Sink sink_;
};

/// The log of one client, used by its thread alone.
class ClientLog {
 public:
  ClientLog(const Log &log, uint64_t client);

  void set_name(std::string_view name);
  bool enabled(LogLevel level) const noexcept { return log_.enabled(level); }
  void write(LogLevel level, std::string_view text) const;
  /// Writes a warning, unless the client has caused the same one before, or too many others.
  void warn_once(const std::string &text);

 private:
  /// Different warnings of a client: more are not written.
  static constexpr size_t max_warnings = 100;

  const Log &log_;
  std::string prefix_;
  std::set<std::string> warnings_;
};

}  // namespace mux::vtest
