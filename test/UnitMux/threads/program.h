/// @file
/// The program of thread tests, which needs no compiler in builds with a stand-in.

#pragma once

#include <string>

namespace mux::test {

/// The binary of a program with the kernels
///
///   increment(global int *data)     adds one to data[i] in work-item i
///   count(global ulong *total)      adds the number of work-items
///
/// Compiled once; thread-safe after the first call.
const std::string &thread_program();

}  // namespace mux::test
