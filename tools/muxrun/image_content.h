/// @file
/// Fills an image with what the user asked for, and makes pictures of images. Throws
/// tools::UsageError if a file cannot be read or has another size.

#pragma once

#include <cstddef>
#include <span>

#include "common/picture.h"
#include "muxrun/argument.h"

namespace mux::run {

/// @param bytes the memory of the whole image, without gaps between rows and slices.
void fill(const ImageArgument &image, std::span<std::byte> bytes);

/// What an image of two sizes looks like: 0 to 1, or 0 to 255 of integers, is dark to bright.
tools::Picture to_picture(const ImageArgument &image, std::span<const std::byte> bytes);

}  // namespace mux::run
