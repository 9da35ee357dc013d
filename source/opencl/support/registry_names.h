/// @file
/// Names of the OpenCL registry for numbers in messages, including those of unsupported extensions.
/// Nothing here allocates or fails.
#pragma once

#include "opencl/headers/opencl.h"

#include <cstdint>
#include <string_view>

namespace mux::opencl {

/// "CL_INVALID_VALUE"; empty for an unknown code.
std::string_view name_of_code(cl_int code) noexcept;

/// The name of a number with a single meaning in the API: "CL_DEVICE_NAME", "CL_RGBA". Empty if
/// there is none; small numbers have several meanings, and no name here.
std::string_view name_of_number(uint64_t number) noexcept;

/// The name of a bit or of a cl_bool in a type of the registry: "CL_MEM_READ_ONLY" in
/// "cl_mem_flags". Empty if there is none.
std::string_view name_in_type(std::string_view type, uint64_t value) noexcept;
/// Whether name_in_type() has names for the type.
bool has_names(std::string_view type) noexcept;

}  // namespace mux::opencl
