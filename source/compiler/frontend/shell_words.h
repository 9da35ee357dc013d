/// @file
/// Splits build options into words like a POSIX shell: blanks separate words, single quotes quote
/// everything, double quotes and backslashes quote as in a shell. Nothing is expanded. Thread-safe;
/// throws nothing but std::bad_alloc.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mux::compiler {

/// @param[out] error what is wrong with the quotes, when false is returned.
bool split_shell_words(std::string_view line, std::vector<std::string> &words, std::string &error);

}  // namespace mux::compiler
