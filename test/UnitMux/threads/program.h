/// @file
/// The program that tests of threads run, which needs no compiler in every build.

#pragma once

#include <string>

namespace mux::test {

/// The binary of a program with the kernels
///
///   increment(global int *data)     adds one to data[i] in work-item i
///   count(global ulong *total)      adds the number of work-items
///
/// Compiled once; any thread may ask after the first one did.
const std::string &thread_program();

}  // namespace mux::test
