/// @file
/// Our container: what muxCompile(), muxLink() and muxcc write and muxCreateExecutable() reads.
///
/// A header (magic, format version, checksum), a table of kernels, and the code: portable bitcode,
/// a finished ELF object, or bitcode that is a part of a program. The checksum covers every byte,
/// so any truncation and any flipped byte is found before the code is looked at. All integers are
/// little-endian.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/abi/kernel_abi.h"

namespace mux::compiler {

enum class CodeKind : uint32_t {
  bitcode = 0,
  /// An ELF object.
  object = 1,
  /// Bitcode that muxLink() joins with other bitcode first.
  linkable = 2
};

struct Container {
  CodeKind kind = CodeKind::bitcode;
  /// The CPU name and feature string that an object was compiled for; empty for bitcode.
  std::string cpu;
  std::string cpu_features;
  /// Complete for an object. For bitcode only the names count; the rest is found when it is
  /// compiled.
  std::vector<KernelDescription> kernels;
  /// When read, points into the binary that was read.
  std::string_view code;
};

/// The container as bytes. Throws nothing but std::bad_alloc.
std::string write_container(const Container &container);

/// Whether the binary starts as a container of ours does, damaged or not.
bool is_container(std::string_view binary);

/// Reads and checks a container.
///
/// @param[out] error what is wrong, when false is returned: truncated, checksum, version, table.
bool read_container(std::string_view binary, Container &container, std::string &error);

}  // namespace mux::compiler
