/// @file
/// The pipeline in single-threaded plain C++, as the reference for the device's results.

#pragma once

#include "muxdemo/developed.h"

namespace mux::demo {

Developed develop_reference(const Picture &picture);

}  // namespace mux::demo
