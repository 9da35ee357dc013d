/// @file
/// The picture files that the demo understands.

#pragma once

#include <string>

#include "common/picture.h"

namespace mux::demo {

using tools::make_picture;
using tools::Picture;

/// Reads a PNG or JPEG file, whatever its name.
///
/// @param[out] warning what is odd about the file, if it could be read nevertheless.
/// Throws tools::UsageError with the file's name and the reason.
Picture read_picture(const std::string &path, std::string &warning);

/// JPEG, from the bytes of a file; the errors say what is wrong without the file's name.
bool is_jpeg(const std::string &bytes);
Picture decode_jpeg(const std::string &bytes, std::string &warning);

}  // namespace mux::demo
