/// @file
/// Describes shaders in TGSI text, for muxDescribeTgsi(). There is no state between calls, so
/// threads may describe shaders concurrently.

#pragma once

#include <mux/gallium/shader_interface.h>

#include <string>
#include <string_view>

namespace mux::compiler::tgsi {

/// @param[out] description set on success.
/// @param[out] error the line and the word that is invalid, when false is returned.
/// Accepts arbitrary bytes. Throws nothing but std::bad_alloc.
bool describe_shader(std::string_view text, mux_shader_interface_t &description,
                     std::string &error);

}  // namespace mux::compiler::tgsi
