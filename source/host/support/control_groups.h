/// @file
/// Resource limits of the process's control groups (Linux, versions 1 and 2).
///
/// A container with two processors on a machine of 64 sees all 64 and may be scheduled on each, but
/// is throttled when its threads together use more than two. Every group from the process's own up
/// to the root of its hierarchy may set a limit; the smallest one applies.
#pragma once

#include <cstdint>

namespace mux::host {

struct ControlGroupLimits {
  /// CPU time quota in processors, rounded up; at least 1.
  uint32_t processors = UINT32_MAX;
  /// Memory limit in bytes.
  uint64_t memory = UINT64_MAX;
};

/// Reads the limits from the file system. Thread-safe; cannot fail: files that are missing,
/// truncated or malformed set no limit. Groups that the process is not in are ignored, since
/// containers may show the directories of other ones.
///
/// @param root prefix of all paths; "" except in tests, which use directories of their own.
ControlGroupLimits read_control_group_limits(const char *root) noexcept;

}  // namespace mux::host
