/// @file
/// Input of picture files.

#pragma once

#include <string>

#include "common/picture.h"

namespace mux::demo {

using tools::make_picture;
using tools::Picture;

/// Reads a PNG or JPEG file, whatever its name.
///
/// @param[out] warning of the decoder, if the file could be read nevertheless.
/// Throws tools::UsageError with the file's name and the reason.
Picture read_picture(const std::string &path, std::string &warning);

/// Decoding of the bytes of a JPEG file; errors do not have the file's name.
bool is_jpeg(const std::string &bytes);
Picture decode_jpeg(const std::string &bytes, std::string &warning);

}  // namespace mux::demo
