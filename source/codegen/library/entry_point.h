/// @file
/// The interface between libmux.so and libmux_compiler.so.
///
/// Both come from the same build, which libmux.so verifies before it calls anything
/// (compiler_file.h), so that they can share classes and the heap.
#pragma once

#include <span>
#include <string>

#include "compiler/abi/runtime_function.h"
#include "compiler/interface/code_generator.h"
#include "compiler/interface/language_frontend.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {

/// Singletons of the process that the compiler uses. Lives as long as the process.
struct HostServices {
  const HostTarget *host_target = nullptr;
  const HostTarget *code_target = nullptr;
  const std::string *code_target_error = nullptr;
  std::span<const RuntimeFunction> runtime_functions;
};

/// Lives as long as the process.
struct CompilerServices {
  const CodeGenerator *generator = nullptr;
  const LanguageFrontend *frontend = nullptr;
};

}  // namespace mux::compiler

extern "C" {

/// The only exported symbol of libmux_compiler.so. Called by each libmux.so in the process,
/// possibly by several of its threads.
using MuxOpenCompiler = void(const mux::compiler::HostServices &host,
                             mux::compiler::CompilerServices &compiler);

inline constexpr const char *mux_open_compiler_name = "mux_open_compiler";

}  // extern "C"
