/// @file
/// Opening of the compiler's library, which otherwise happens on first use.
#pragma once

namespace mux::compiler {

/// Starts opening the compiler on a thread of its own, unless it is open or need not be opened.
/// Threads that need the compiler meanwhile wait for it. Throws nothing but std::bad_alloc.
void open_compiler_in_background();

/// Callback for the compiler's problems, called at most once in a process.
using CompilerProblemReporter = void (*)(const char *problem);

/// Sets the callback for the reason why the compiler cannot be opened; NULL for none.
void set_compiler_problem_reporter(CompilerProblemReporter reporter);

}  // namespace mux::compiler
