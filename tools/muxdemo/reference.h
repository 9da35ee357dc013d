/// @file
/// The same pipeline in plain C++ on one thread, to check the device against.

#pragma once

#include "muxdemo/developed.h"

namespace mux::demo {

Developed develop_plainly(const Picture &picture);

}  // namespace mux::demo
