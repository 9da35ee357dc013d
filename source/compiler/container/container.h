/// @file
/// The container format: written by muxCompile(), muxLink() and muxcc, read by
/// muxCreateExecutable().
///
/// It has a header (magic, format version, checksum), a table of kernels, and the code: portable
/// bitcode, an ELF object, or bitcode of a part of a program. The checksum covers every byte, so
/// truncation and changed bytes are detected before the code is used. All integers are
/// little-endian.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/abi/kernel_description.h"

namespace mux::compiler {

enum class CodeKind : uint32_t {
  bitcode = 0,
  /// An ELF object.
  object = 1,
  /// Bitcode that has to be linked by muxLink().
  linkable = 2
};

struct Container {
  CodeKind kind = CodeKind::bitcode;
  /// The CPU name and feature string that an object was compiled for; empty for bitcode.
  std::string cpu;
  std::string cpu_features;
  /// Complete for an object. For bitcode only the names are set; the rest is determined by
  /// compiling.
  std::vector<KernelDescription> kernels;
  /// After reading, refers to the binary.
  std::string_view code;
};

/// Serializes a container. Throws nothing but std::bad_alloc.
std::string write_container(const Container &container);

/// Whether the binary begins with the magic number of a container; the rest may be invalid.
bool is_container(std::string_view binary);

/// Parses and checks a container.
///
/// @param[out] error what is wrong, when false is returned: truncated, checksum, version, table.
bool read_container(std::string_view binary, Container &container, std::string &error);

}  // namespace mux::compiler
