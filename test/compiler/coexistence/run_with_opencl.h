/// @file
/// The job, done by PoCL through the OpenCL ICD loader, which is loaded when it is first used.

#pragma once

namespace coexistence {

enum class OpenClResult { right, wrong, not_installed };

/// Compiles and runs the job; says on stderr what failed. Thread-safe once it has returned.
OpenClResult run_with_pocl();

}  // namespace coexistence
