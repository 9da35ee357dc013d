/// @file
/// What the control groups that the process is in let it use of the machine (Linux, both versions).
///
/// A container with two processors on a machine of 64 sees all 64 and may be scheduled on each, but
/// is stopped when its threads together have worked for more than two of them. Every group on the
/// way from the process's own up to the root of its hierarchy may set a limit; the smallest counts.
#pragma once

#include <cstdint>

namespace mux::host {

struct ControlGroupLimits {
  /// How many processors' time the process may use, rounded up; at least 1.
  uint32_t processors = UINT32_MAX;
  /// Bytes.
  uint64_t memory = UINT64_MAX;
};

/// Reads the limits anew. Any thread may call it, and it does not fail: what is missing, cut short
/// or makes no sense is no limit. Neither is a group that the process is not in, where a container
/// shows the directory of another one.
///
/// `root` stands for the root of the file system: tests have trees of their own, everybody else
/// passes "".
ControlGroupLimits read_control_group_limits(const char *root) noexcept;

}  // namespace mux::host
