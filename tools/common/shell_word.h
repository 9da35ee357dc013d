/// @file
/// Quotes words for build options, which the compiler splits as a shell would.

#pragma once

#include <string>
#include <string_view>

namespace mux::tools {

/// Quotes a word with single quotes: one word for the compiler, whatever characters it has.
std::string shell_word(std::string_view word);

}  // namespace mux::tools
