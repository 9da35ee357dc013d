/// @file
/// A program that runs queries where the kernel of the system behaves as wanted.

#pragma once

namespace mux::test {

/// Runs test/UnitMux/programs/query_counters.cpp and requires that it succeeds.
/// @param situation what the kernel is to do there, see that file.
void run_query_program(const char *situation);

}  // namespace mux::test
