/// @file
/// Parser of the link options of clLinkProgram. Thread-safe; throws nothing but std::bad_alloc.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "compiler/interface/link_request.h"

namespace mux::compiler {

/// @param output one of ::mux_compile_output_e.
/// @param[out] request receives the options and the output.
/// @param[out] errors one line for each error, when false is returned.
bool parse_link_options(std::string_view text, uint32_t output, LinkRequest &request,
                        std::string &errors);

}  // namespace mux::compiler
