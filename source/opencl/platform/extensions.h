/// @file
/// The extensions that the platform and its devices report.
///
/// An extension is listed only when all of it works. Adding one touches
/// - extensions.cpp: its row, with its version;
/// - for its entry points, scripts/opencl_entry_points, which reads the rows and writes the tables
///   of entry points (also for clGetExtensionFunctionAddressForPlatform()) from the registry; then
///   the functions themselves, in the room of their object;
/// - for queries that it adds, device_info.h and the info functions of the objects;
/// - for macros and functions that it adds to OpenCL C,
///   compiler/features/device_features.cpp, which passes them to Clang and reports the
///   extension's name, and codegen/clang/extension_functions.cpp if Clang does not declare the
///   functions;
/// - docs/opencl.md, and a test of clGetDeviceInfo().
///
/// Thread-safe; the results live until the process ends.
#pragma once

#include "opencl/headers/opencl.h"

#include <string>
#include <vector>

namespace mux::opencl {

/// The extensions of the platform and of all devices, with their versions: those of the API, and
/// those of OpenCL C that the compiler supports.
const std::vector<cl_name_version> &extensions();

/// Their names, separated by spaces.
const std::string &extension_text();

}  // namespace mux::opencl
