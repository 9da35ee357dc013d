/// @file
/// What libmux.so and libmux_compiler.so say to each other when the one opens the other.
///
/// Both are made by one build, which libmux.so makes sure of before it calls anything
/// (compiler_file.h), so that they can share classes and the heap.
#pragma once

#include <span>
#include <string>

#include "compiler/abi/runtime_function.h"
#include "compiler/interface/code_generator.h"
#include "compiler/interface/language_frontend.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {

/// What exists once in a process, and the compiler has to know. Lives as long as the process.
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

/// The one symbol of libmux_compiler.so. Called by each libmux.so of the process, maybe
/// by several of its threads.
using MuxOpenCompiler = void(const mux::compiler::HostServices &host,
                             mux::compiler::CompilerServices &compiler);

inline constexpr const char *mux_open_compiler_name = "mux_open_compiler";

}  // extern "C"
