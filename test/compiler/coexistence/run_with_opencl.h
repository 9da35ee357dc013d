/// @file
/// Runs the job with PoCL through the ICD loader, which is loaded on first use.

#pragma once

namespace coexistence {

enum class OpenClResult { right, wrong, not_installed };

/// Compiles and runs the job; prints failures to stderr. Thread-safe after its first return.
OpenClResult run_with_pocl();

}  // namespace coexistence
