/// @file
/// Serializes compiled code to a container. Throws nothing but std::bad_alloc.

#pragma once

#include <string>

#include "compiler/container/container.h"
#include "compiler/interface/bitcode.h"
#include "compiler/interface/compiled_object.h"

namespace mux::compiler {

/// @param kind CodeKind::bitcode or CodeKind::linkable.
std::string contain(Bitcode bitcode, CodeKind kind);
std::string contain(CompiledObject object);

}  // namespace mux::compiler
