/// @file
/// The parameters of the kernel that a compute shader becomes. They follow each other in this
/// order, with those of ascending numbers together, for what the shader declares only:
///
/// | declared | parameters |
/// |---|---|
/// | CONST[n][] | `global const uint4 *const_<n>, uint const_<n>_size` |
/// | BUFFER[n] | `global uint *buffer_<n>, uint buffer_<n>_size` |
/// | HWATOMIC[n][] | `global uint *atomic_<n>, uint atomic_<n>_size` |
/// | MEMORY | `local uint *shared, uint shared_size` |
/// | SAMP[n] | `global const uchar *view_<n>, global const struct mux_gallium_view_layout_s
///   *view_<n>_layout, global const struct mux_gallium_sampler_layout_s *sampler_<n>` |
/// | IMAGE[n] | `global uchar *image_<n>, global const struct texture_layout_s *image_<n>_layout` |
///
/// An image of which a store names no format has a constant of the program
/// (ir/program_constants.h), too, `uint image_<n>_format`: 0, or the encoding plus 256 times the
/// bytes of a texel, as in the layout. Code for given formats is a fraction of that for all.
///
/// A texture that an instruction names by a constant number has constants of the program, too,
/// `uint4 texture_<n>_view` and, if it is sampled, `uint texture_<n>_sampler`: 0, or what code that
/// samples depends on, of the layouts (mux/gallium/shader_abi.h).
///
/// The layout of images is that of compiler/abi/texture_layout.h, those of views and samplers are
/// in mux/gallium/shader_abi.h. Sizes are in bytes. Code never accesses a byte beyond them, except
/// that the first 16 bytes of constant buffers are readable whatever their size: what is not bound
/// is passed as any 16 bytes with the size 0.

#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <set>
#include <string>
#include <vector>

#include "codegen/tgsi/text/program.h"

namespace mux::compiler::tgsi {

struct Parameter {
  std::string name;
  /// As in OpenCL C.
  std::string type_name;
  llvm::Type *type = nullptr;
  bool is_const = false;
};

/// A buffer's parameters.
struct Resource {
  File file = File::null;
  /// Of the buffer; 0 for shared memory.
  uint32_t number = 0;
  llvm::Value *pointer = nullptr;
  /// Of buffers, in bytes, 32 bits.
  llvm::Value *size = nullptr;
  /// Of images and views.
  llvm::Value *layout = nullptr;
  /// Of views.
  llvm::Value *sampler = nullptr;
  /// Of images and views whose number is computed: whether it is declared.
  llvm::Value *is_declared = nullptr;
};

/// The numbers of the resources of a file that the shader declares, ascending.
std::set<uint32_t> declared_numbers(const Program &program, File file);

/// The parameters in order.
std::vector<Parameter> parameters_of(const Program &program, llvm::LLVMContext &context);

/// The resources of a kernel with these parameters, sorted by file and number.
std::vector<Resource> resources_of(const Program &program, llvm::Function &kernel);

}  // namespace mux::compiler::tgsi
