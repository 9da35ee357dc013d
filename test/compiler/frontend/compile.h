/// @file
/// Compiles a source the way most tests want it: in one call, with nothing left to destroy.

#pragma once

#include <mux/compiler.h>

#include <string>
#include <vector>

#include "counting_allocator.h"

namespace mux::test {

struct CompileResult {
  mux_result_t result = mux_error_internal;
  std::string log;
  /// Empty if the source did not compile.
  std::string binary;
  /// muxGetLastErrorMessage() after a failure.
  std::string message;
};

struct TestHeader {
  std::string name;
  std::string source;
};

/// What came of a compilation or a link, which is destroyed. May be called from several threads at
/// once: asserts nothing.
CompileResult take_result(mux_result_t result, mux_compilation_t compilation,
                          CountingAllocator &allocator);

/// The same of a source.
CompileResult compile(const std::string &source, const std::string &options = {},
                      const char *source_name = nullptr,
                      uint32_t output = mux_compile_output_portable,
                      const std::vector<TestHeader> &headers = {});

/// Whether a source compiles without a message; what it says otherwise goes to stderr.
bool compiles(const std::string &source, const std::string &options = {});

/// Whether a source is refused with a log that contains `expected`, and without a binary.
bool refused(const std::string &source, const std::string &options, const std::string &expected);

bool contains(const std::string &text, const std::string &part);

}  // namespace mux::test
