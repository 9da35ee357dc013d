/// @file
/// Catch2's implementation, which takes longer to compile than any test: compiled once for all test
/// programs. Includes a main function for programs without one.

#pragma once

namespace mux::test {

/// Runs the test cases that the arguments choose; returns the exit code of the process.
int run_catch(int argc, char **argv);

}  // namespace mux::test
