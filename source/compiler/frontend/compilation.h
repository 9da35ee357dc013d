/// @file
/// The object that muxCompile() and muxLink() make: a log and a binary in one block of the caller's
/// memory.

#pragma once

#include <mux/compiler.h>

#include <functional>
#include <string>
#include <string_view>

namespace mux::compiler {

/// @return NULL when the allocation failed.
mux_compilation_t create_compilation(const mux_allocator_info_t &allocator_info,
                                     const std::string &binary, const std::string &log);

/// Sets the message of the last error, which begins with the entry point. Allocates nothing.
/// @return `result`.
mux_result_t fail(const char *entry_point, mux_result_t result, std::string_view message);

/// How messages call an element of a list.
std::string list_element(const char *list, uint64_t index);

/// What all entry points ask of these two parameters.
mux_result_t check_allocator_and_result(const char *entry_point,
                                        const mux_allocator_info_t &allocator_info,
                                        const mux_compilation_t *out_compilation);

/// What an entry point does, with exceptions as results.
mux_result_t without_exceptions(const char *entry_point, const std::function<mux_result_t()> &work);

/// The message for a log of errors: the first one, which is all that most callers print.
std::string first_error(const std::string &log);

}  // namespace mux::compiler
