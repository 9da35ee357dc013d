/// @file
/// Translation of functions: all are declared first, then their bodies are translated.

#pragma once

#include "codegen/spirv/body/context.h"
#include "codegen/spirv/translate/debug_lines.h"

namespace mux::compiler::spirv {

/// Declares all functions of the module, entry points as kernels. Throws ModuleError.
void declare_functions(Context &context);
/// Translates the body of a declared function. Throws ModuleError.
/// @param debug_lines NULL if debug information is dropped.
void translate_function(Context &context, const FunctionCode &code, DebugLines *debug_lines);
/// Defines a kernel for every additional entry point of a function that has one already.
void define_further_entry_points(Context &context);

/// Sets a kernel's attributes and argument metadata as Clang does.
void describe_kernel(Context &context, llvm::Function &kernel, const FunctionCode &code,
                     const EntryPoint &entry_point);

/// Sets the linkage of a variable or a function according to its decorations, and its name.
void set_linkage(Context &context, llvm::GlobalObject &object, uint32_t id,
                 const Instruction &instruction);

/// Translates a variable at module scope.
void translate_variable(Context &context, const Instruction &instruction);

}  // namespace mux::compiler::spirv
