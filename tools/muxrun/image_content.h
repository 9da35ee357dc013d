/// @file
/// Filling of images, and conversion of images to pictures. Throws tools::UsageError if a file
/// cannot be read or has the wrong size.

#pragma once

#include <cstddef>
#include <span>

#include "common/picture.h"
#include "muxrun/argument.h"

namespace mux::run {

/// @param bytes the memory of the whole image, tightly packed.
void fill(const ImageArgument &image, std::span<std::byte> bytes);

/// Converts an image of two sizes to a picture: 0 to 1, or 0 to 255 for integers, is dark to
/// bright.
tools::Picture to_picture(const ImageArgument &image, std::span<const std::byte> bytes);

}  // namespace mux::run
