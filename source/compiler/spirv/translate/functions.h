/// @file
/// Functions: first all are declared, then their code is translated.

#pragma once

#include "compiler/spirv/body/context.h"
#include "compiler/spirv/translate/debug_lines.h"

namespace mux::compiler::spirv {

/// Declares all functions of the module, entry points as kernels. Throws Refusal.
void declare_functions(Context &context);
/// Translates the code of a function that was declared. Throws Refusal.
/// @param debug_lines NULL if its lines are not kept.
void translate_function(Context &context, const FunctionCode &code, DebugLines *debug_lines);
/// Gives a kernel to every further entry point of a function that is one already.
void define_further_entry_points(Context &context);

/// Says of a kernel's arguments and attributes what Clang would.
void describe_kernel(Context &context, llvm::Function &kernel, const FunctionCode &code,
                     const EntryPoint &entry_point);

/// Gives a variable or a function the linkage that its decorations ask for, and its name.
void set_linkage(Context &context, llvm::GlobalObject &object, uint32_t id,
                 const Instruction &instruction);

/// Translates a variable outside of functions.
void translate_variable(Context &context, const Instruction &instruction);

}  // namespace mux::compiler::spirv
