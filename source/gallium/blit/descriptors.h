/// @file
/// Descriptors for the kernels of clears and blits.
#pragma once

#include <mux/mux.h>

#include "gallium/state/blob.h"

namespace mux::gallium {

inline mux_descriptor_info_t buffer_argument(mux_buffer_t buffer) {
  mux_descriptor_info_t made{};
  made.type = mux_descriptor_info_type_buffer;
  made.buffer_descriptor = {buffer, 0};
  return made;
}

/// Memory that is kept by the recording.
inline mux_descriptor_info_t memory_argument(const Blob &blob) {
  mux_descriptor_info_t made{};
  made.type = mux_descriptor_info_type_custom_buffer;
  made.custom_buffer_descriptor = {blob.data(), blob.size(), 0};
  return made;
}

/// A value, which is copied.
template <typename T>
mux_descriptor_info_t value_argument(const T &value) {
  mux_descriptor_info_t made{};
  made.type = mux_descriptor_info_type_plain_old_data;
  made.plain_old_data_descriptor = {&value, sizeof value};
  return made;
}

}  // namespace mux::gallium
