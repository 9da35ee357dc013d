/// @file
/// The object that muxCompile() and muxLink() create: a log and a binary in one block of memory
/// from the caller's allocator.

#pragma once

#include <mux/compiler.h>

#include <functional>
#include <string>
#include <string_view>

namespace mux::compiler {

/// @return NULL when the allocation failed.
mux_compilation_t create_compilation(const mux_allocator_info_t &allocator_info,
                                     const std::string &binary, const std::string &log);

/// Sets the last error message, prefixed with the entry point. Does not allocate.
/// @return `result`.
mux_result_t fail(const char *entry_point, mux_result_t result, std::string_view message);

/// The name of a list's element in messages.
std::string list_element(const char *list, uint64_t index);

/// Validates two parameters that all entry points have.
mux_result_t check_allocator_and_result(const char *entry_point,
                                        const mux_allocator_info_t &allocator_info,
                                        const mux_compilation_t *out_compilation);

/// Runs the body of an entry point and converts exceptions to results.
mux_result_t catch_exceptions(const char *entry_point, const std::function<mux_result_t()> &work);

/// The first error in a log, for the last error message.
std::string first_error(const std::string &log);

}  // namespace mux::compiler
