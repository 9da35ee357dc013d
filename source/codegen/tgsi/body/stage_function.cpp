#include "codegen/tgsi/body/stage_function.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <mux/gallium/stage_abi.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "codegen/tgsi/body/patch_registers.h"
#include "codegen/tgsi/text/text_error.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;

/// The function's parameters.
enum Argument : unsigned { resources_argument, inputs_argument, outputs_argument, values_argument };

/// The resources of a file: an array of `stride` bytes each.
struct ResourceArray {
  File file;
  uint64_t offset;
  uint64_t stride;
};

constexpr ResourceArray resource_arrays[] = {
    {File::constant, offsetof(mux_gallium_stage_resources_s, constants),
     sizeof(mux_gallium_stage_buffer_s)},
    {File::buffer, offsetof(mux_gallium_stage_resources_s, buffers),
     sizeof(mux_gallium_stage_buffer_s)},
    {File::hardware_atomic, offsetof(mux_gallium_stage_resources_s, atomics),
     sizeof(mux_gallium_stage_buffer_s)},
    {File::sampler, offsetof(mux_gallium_stage_resources_s, views),
     sizeof(mux_gallium_stage_view_s)},
    {File::image, offsetof(mux_gallium_stage_resources_s, images),
     sizeof(mux_gallium_stage_image_s)},
};

/// A system value: the offset of its first component, and how many there are.
struct ValuePlace {
  Stage stage;
  Semantic semantic;
  uint64_t offset;
  unsigned components = 1;
};

constexpr ValuePlace value_places[] = {
    {Stage::vertex, Semantic::vertex_id, offsetof(mux_gallium_vertex_values_s, vertex_id)},
    {Stage::vertex, Semantic::vertex_id_without_base,
     offsetof(mux_gallium_vertex_values_s, vertex_id_without_base)},
    {Stage::vertex, Semantic::instance_id, offsetof(mux_gallium_vertex_values_s, instance_id)},
    {Stage::vertex, Semantic::base_vertex, offsetof(mux_gallium_vertex_values_s, base_vertex)},
    {Stage::vertex, Semantic::base_instance, offsetof(mux_gallium_vertex_values_s, base_instance)},
    {Stage::vertex, Semantic::draw_id, offsetof(mux_gallium_vertex_values_s, draw_id)},
    {Stage::tess_control, Semantic::primitive_id,
     offsetof(mux_gallium_tess_control_values_s, primitive_id)},
    {Stage::tess_control, Semantic::invocation_id,
     offsetof(mux_gallium_tess_control_values_s, invocation_id)},
    {Stage::tess_control, Semantic::vertices_in,
     offsetof(mux_gallium_tess_control_values_s, input.vertex_count)},
    {Stage::tess_evaluation, Semantic::primitive_id,
     offsetof(mux_gallium_tess_evaluation_values_s, primitive_id)},
    {Stage::tess_evaluation, Semantic::vertices_in,
     offsetof(mux_gallium_tess_evaluation_values_s, input.vertex_count)},
    {Stage::tess_evaluation, Semantic::tess_coordinate,
     offsetof(mux_gallium_tess_evaluation_values_s, coordinate), 3},
    {Stage::tess_evaluation, Semantic::tess_outer,
     offsetof(mux_gallium_tess_evaluation_values_s, outer_levels), 4},
    {Stage::tess_evaluation, Semantic::tess_inner,
     offsetof(mux_gallium_tess_evaluation_values_s, inner_levels), 2},
    {Stage::geometry, Semantic::primitive_id,
     offsetof(mux_gallium_geometry_values_s, primitive_id)},
    {Stage::geometry, Semantic::invocation_id,
     offsetof(mux_gallium_geometry_values_s, invocation_id)},
    {Stage::fragment, Semantic::sample_id, offsetof(mux_gallium_fragment_values_s, sample_id)},
    {Stage::fragment, Semantic::sample_mask, offsetof(mux_gallium_fragment_values_s, sample_mask)},
    {Stage::fragment, Semantic::sample_position,
     offsetof(mux_gallium_fragment_values_s, sample_position), 2},
    {Stage::fragment, Semantic::helper_invocation,
     offsetof(mux_gallium_fragment_values_s, is_helper)},
};

Value *at_offset(llvm::IRBuilder<> &builder, Value *pointer, uint64_t offset) {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), pointer, offset);
}

/// Loads of the resources do not depend on what the shader writes.
template <class Load>
Load *mark_invariant(Load *load) {
  load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(load->getContext(), {}));
  return load;
}

Value *load_address(llvm::IRBuilder<> &builder, Value *pointer, uint64_t offset) {
  llvm::Type *type = llvm::PointerType::get(builder.getContext(), address_space::global);
  return mark_invariant(builder.CreateLoad(type, at_offset(builder, pointer, offset)));
}

Value *load_number(llvm::IRBuilder<> &builder, Value *pointer, uint64_t offset) {
  return mark_invariant(
      builder.CreateLoad(builder.getInt32Ty(), at_offset(builder, pointer, offset)));
}

Resource load_resource(llvm::IRBuilder<> &builder, File file, uint32_t number, Value *element) {
  Resource resource{file, number};
  switch (file) {
    case File::sampler:
      resource.pointer = load_address(builder, element, offsetof(mux_gallium_stage_view_s, texels));
      resource.layout = load_address(builder, element, offsetof(mux_gallium_stage_view_s, layout));
      resource.sampler =
          load_address(builder, element, offsetof(mux_gallium_stage_view_s, sampler));
      break;
    case File::image:
      resource.pointer =
          load_address(builder, element, offsetof(mux_gallium_stage_image_s, texels));
      resource.layout = load_address(builder, element, offsetof(mux_gallium_stage_image_s, layout));
      break;
    default:
      resource.pointer =
          load_address(builder, element, offsetof(mux_gallium_stage_buffer_s, address));
      resource.size = load_number(builder, element, offsetof(mux_gallium_stage_buffer_s, size));
      break;
  }
  return resource;
}

/// The number after the last register of a file.
uint32_t register_count(const Program &program, File file) {
  uint32_t count = 1;
  for (const Declaration *declaration : program.of_file(file)) {
    count = std::max(count, declaration->last + 1);
  }
  return count;
}

const char *function_name(Stage stage) {
  switch (stage) {
    case Stage::vertex:
      return "mux_vertex_shader";
    case Stage::tess_control:
      return "mux_tess_control_shader";
    case Stage::tess_evaluation:
      return "mux_tess_evaluation_shader";
    case Stage::geometry:
      return "mux_geometry_shader";
    default:
      return "mux_fragment_shader";
  }
}

/// The number of vertices that a geometry shader reads.
uint32_t input_vertices(const Program &program) {
  // Numbers of primitives, as parsed.
  enum Primitive : uint32_t { lines = 1, triangles = 4, lines_adjacency = 10, adjacency = 12 };
  const auto found = program.properties.find(Property::gs_input_primitive);
  switch (found == program.properties.end() ? 0 : found->second) {
    case lines:
      return 2;
    case triangles:
      return 3;
    case lines_adjacency:
      return 4;
    case adjacency:
      return 6;
    default:
      return 1;
  }
}

/// Throws TextError at the first declaration of the file whose number is too large.
[[noreturn]] void refuse_number(const Program &program, File file) {
  uint32_t line = 1;
  for (const Declaration *declaration : program.of_file(file)) {
    const uint32_t number = std::max(declaration->dimension, declaration->last);
    if (number >= MUX_GALLIUM_MAX_STAGE_RESOURCES) {
      line = declaration->line;
      break;
    }
  }
  throw TextError(
      line, name_of(file),
      "the number is larger than " + std::to_string(MUX_GALLIUM_MAX_STAGE_RESOURCES - 1));
}

}  // namespace

llvm::Function &declare_stage_function(const Program &program, llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *global = llvm::PointerType::get(context, address_space::global);
  llvm::Type *local = llvm::PointerType::get(context, address_space::private_memory);
  auto *type =
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), {global, local, local, local}, false);
  llvm::Function *function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                                    function_name(program.stage), module);
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function->setDSOLocal(true);
  function->addFnAttr(llvm::Attribute::Convergent);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  const char *names[] = {"resources", "inputs", "outputs", "values"};
  for (unsigned i = 0; i < std::size(names); ++i) {
    function->getArg(i)->setName(names[i]);
    function->addParamAttr(i, llvm::Attribute::NoUndef);
    if (i != resources_argument) {
      // The caller's variables; no two overlap.
      function->addParamAttr(i, llvm::Attribute::NoAlias);
    }
  }
  return *function;
}

std::vector<Resource> load_stage_resources(const Program &program, llvm::Function &function,
                                           llvm::IRBuilder<> &builder) {
  std::vector<Resource> resources;
  for (const ResourceArray &array : resource_arrays) {
    for (const uint32_t number : declared_numbers(program, array.file)) {
      if (number >= MUX_GALLIUM_MAX_STAGE_RESOURCES) {
        refuse_number(program, array.file);
      }
      Value *element = at_offset(builder, function.getArg(resources_argument),
                                 array.offset + number * array.stride);
      resources.push_back(load_resource(builder, array.file, number, element));
    }
  }
  return resources;
}

Value *clamp_register(const Program &program, llvm::IRBuilder<> &builder, File file, Value *index) {
  return llvm::isa<llvm::ConstantInt>(index)
             ? index
             : builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, index,
                                             builder.getInt32(register_count(program, file) - 1));
}

Value *stage_register(const Program &program, llvm::Function &function, llvm::IRBuilder<> &builder,
                      File file, Value *vertex, Value *index, unsigned component) {
  index = clamp_register(program, builder, file, index);
  if (const std::optional<uint64_t> patch = patch_of(program.stage, file)) {
    return patch_register(builder, member_of_values(function, builder, *patch), vertex, index,
                          component);
  }
  Value *base = function.getArg(file == File::input ? inputs_argument : outputs_argument);
  if (vertex != nullptr && file == File::input) {
    vertex = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, vertex,
                                           builder.getInt32(input_vertices(program) - 1));
    index = builder.CreateAdd(
        builder.CreateMul(vertex, builder.getInt32(register_count(program, file))), index);
  }
  Value *word = builder.CreateAdd(builder.CreateMul(builder.CreateZExt(index, builder.getInt64Ty()),
                                                    builder.getInt64(component_count)),
                                  builder.getInt64(component));
  return builder.CreateInBoundsGEP(builder.getInt32Ty(), base, word);
}

Value *stage_value(Stage stage, llvm::Function &function, llvm::IRBuilder<> &builder,
                   Semantic semantic, unsigned component) {
  const auto *found = std::find_if(
      std::begin(value_places), std::end(value_places),
      [&](const ValuePlace &place) { return place.stage == stage && place.semantic == semantic; });
  if (found == std::end(value_places) || component >= found->components) {
    return nullptr;
  }
  return at_offset(builder, function.getArg(values_argument),
                   found->offset + component * word_bytes);
}

Value *member_of_values(llvm::Function &function, llvm::IRBuilder<> &builder, uint64_t offset) {
  return at_offset(builder, function.getArg(values_argument), offset);
}

void discard_fragment(llvm::Function &function, llvm::IRBuilder<> &builder, Value *condition) {
  Value *flag =
      member_of_values(function, builder, offsetof(mux_gallium_fragment_values_s, is_discarded));
  Value *before = builder.CreateLoad(builder.getInt32Ty(), flag);
  Value *bits = builder.CreateSExt(condition, builder.getInt32Ty());
  builder.CreateStore(builder.CreateOr(before, bits), flag);
}

Value *fragment_writes(llvm::Function &function, llvm::IRBuilder<> &builder) {
  const auto load = [&](uint64_t offset) {
    return builder.CreateLoad(builder.getInt32Ty(), member_of_values(function, builder, offset));
  };
  Value *either = builder.CreateOr(load(offsetof(mux_gallium_fragment_values_s, is_helper)),
                                   load(offsetof(mux_gallium_fragment_values_s, is_discarded)));
  return builder.CreateICmpEQ(either, builder.getInt32(0));
}

}  // namespace mux::compiler::tgsi
