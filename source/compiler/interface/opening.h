/// @file
/// The compiler is opened when it is first needed; it can be opened before.
#pragma once

namespace mux::compiler {

/// Begins to open the compiler on a thread of its own, unless that has been done or nothing has to
/// be opened. Whoever needs it meanwhile waits for that. Throws nothing but std::bad_alloc.
void open_compiler_in_background();

/// Called with a text, at most once in a process.
using CompilerProblemReporter = void (*)(const char *problem);

/// Who is told why the compiler cannot be opened; NULL for nobody.
void set_compiler_problem_reporter(CompilerProblemReporter reporter);

}  // namespace mux::compiler
