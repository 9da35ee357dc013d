/// @file
/// Compiles a source in a single call, without objects to destroy.

#pragma once

#include <mux/compiler.h>

#include <string>
#include <vector>

#include "counting_allocator.h"

namespace mux::test {

struct CompileResult {
  mux_result_t result = mux_error_internal;
  std::string log;
  /// Empty if compilation failed.
  std::string binary;
  /// muxGetLastErrorMessage() after a failure.
  std::string message;
};

struct TestHeader {
  std::string name;
  std::string source;
};

/// The result of a compilation or link, which is destroyed. Thread-safe: makes no assertions.
CompileResult take_result(mux_result_t result, mux_compilation_t compilation,
                          CountingAllocator &allocator);

/// The result for a source.
CompileResult compile(const std::string &source, const std::string &options = {},
                      const char *source_name = nullptr,
                      uint32_t output = mux_compile_output_portable,
                      const std::vector<TestHeader> &headers = {});

/// Whether a source compiles without a message; otherwise the message is printed to stderr.
bool compiles(const std::string &source, const std::string &options = {});

/// Whether a source is rejected with a log that contains `expected`, and without a binary.
bool refused(const std::string &source, const std::string &options, const std::string &expected);

bool contains(const std::string &text, const std::string &part);

}  // namespace mux::test
