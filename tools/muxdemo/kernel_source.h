/// @file
/// The text of photo.cl, embedded in the program so that it runs from anywhere.

#pragma once

#include <string_view>

namespace mux::demo {

std::string_view kernel_source();

}  // namespace mux::demo
