/// @file
/// Modules of the tests, and what they compute.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compile.h"

namespace mux::test {

/// Work-items, and numbers that a kernel reads and writes.
inline constexpr size_t test_items = 256;

/// The bytes of modules/<name>.spvasm.
std::string read_module(const std::string &name);
/// The text of modules/<name>.cl.
std::string read_source(const std::string &name);

/// As words, and back.
std::vector<uint32_t> words_of(const std::string &module);
std::string bytes_of(const std::vector<uint32_t> &words);

/// What the kernel `test` of a binary, `void test(global uint *out, global const uint *in)`,
/// writes.
std::vector<uint32_t> run_kernel(const std::string &binary, const std::vector<uint32_t> &input);

/// A program of two objects or libraries.
CompileResult link(const std::string &first, const std::string &second);

/// Numbers of all sizes, small ones too.
std::vector<uint32_t> test_input(uint32_t seed);

}  // namespace mux::test
