/// @file
/// Runs a program with queries under a simulated kernel behavior.

#pragma once

namespace mux::test {

/// Runs test/UnitMux/programs/query_counters.cpp and requires that it succeeds.
/// @param situation the behavior, see that file.
void run_query_program(const char *situation);

}  // namespace mux::test
