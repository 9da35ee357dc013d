/// @file
/// The source of photo.cl, embedded in the executable.

#pragma once

#include <string_view>

namespace mux::demo {

std::string_view kernel_source();

}  // namespace mux::demo
