/// @file
/// Modules of the tests, and their results.

#pragma once

#include <cstdint>
#include <mux/mux.hpp>
#include <span>
#include <string>
#include <vector>

#include "compile.h"

namespace mux::test {

/// Number of work-items, and of elements that a kernel reads and writes.
inline constexpr size_t test_items = 256;

/// The bytes of modules/<name>.spvasm.
std::string read_module(const std::string &name);
/// The text of modules/<name>.cl.
std::string read_source(const std::string &name);

/// As words, and back.
std::vector<uint32_t> words_of(const std::string &module);
std::string bytes_of(const std::vector<uint32_t> &words);

/// The output of the kernel `void test(global uint *out, global const uint *in)` of a binary.
/// @param constants values for constants of the program.
std::vector<uint32_t> run_kernel(const std::string &binary, const std::vector<uint32_t> &input,
                                 std::span<const ConstantValue> constants = {});

/// Links two objects or libraries to a program.
CompileResult link(const std::string &first, const std::string &second);

/// Random numbers of all sizes, including small ones.
std::vector<uint32_t> test_input(uint32_t seed);

}  // namespace mux::test
