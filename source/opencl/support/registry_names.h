/// @file
/// The names of OpenCL's registry for numbers in messages, those of extensions that are not offered
/// among them. Nothing here allocates or fails.
#pragma once

#include "opencl/headers/opencl.h"

#include <cstdint>
#include <string_view>

namespace mux::opencl {

/// "CL_INVALID_VALUE"; empty if there is no such code.
std::string_view name_of_code(cl_int code) noexcept;

/// The name of a number that stands for one thing wherever it is used: "CL_DEVICE_NAME",
/// "CL_RGBA". Empty if there is none; small numbers have many meanings, and no name here.
std::string_view name_of_number(uint64_t number) noexcept;

/// The name of a bit, or of a value of cl_bool, in a type of the registry: "CL_MEM_READ_ONLY" in
/// "cl_mem_flags". Empty if there is none.
std::string_view name_in_type(std::string_view type, uint64_t value) noexcept;
/// Whether name_in_type() knows something of the type.
bool has_names(std::string_view type) noexcept;

}  // namespace mux::opencl
