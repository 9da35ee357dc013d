/// @file
/// The link options of clLinkProgram: which there are, and what they ask of the linker.
/// Thread-safe; throws nothing but std::bad_alloc.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "compiler/interface/link_request.h"

namespace mux::compiler {

/// @param output one of ::mux_compile_output_e.
/// @param[out] request gets what the options and the output ask for.
/// @param[out] errors one line for each mistake, when false is returned.
bool parse_link_options(std::string_view text, uint32_t output, LinkRequest &request,
                        std::string &errors);

}  // namespace mux::compiler
