#include "codegen/spirv/translate/functions.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>

#include <optional>

#include "codegen/spirv/body/alignment.h"
#include "codegen/spirv/body/body.h"
#include "codegen/spirv/instructions/table.h"
#include "codegen/spirv/translate/block_order.h"

namespace mux::compiler::spirv {
namespace {

const EntryPoint *entry_point_of(const Context &context, uint32_t function) {
  for (const EntryPoint &entry_point : context.source.entry_points()) {
    if (entry_point.function == function) {
      return &entry_point;
    }
  }
  return nullptr;
}

/// The OpFunctionParameter of each parameter.
std::vector<const Instruction *> parameters_of(const FunctionCode &code) {
  std::vector<const Instruction *> parameters;
  for (const Instruction &instruction : code.parameters) {
    if (instruction.opcode == Op::FunctionParameter) {
      parameters.push_back(&instruction);
    }
  }
  return parameters;
}

/// byval and sret take the pointee type.
void add_memory_attribute(llvm::AttrBuilder &attributes, const Instruction &parameter,
                          const Type &type, FunctionParameterAttribute attribute) {
  parameter.require(
      type.is(Op::TypePointer) && type.storage == StorageClass::Function &&
          !type.elements.empty() && type.elements[0]->is_sized,
      "is passed by value, but is no pointer of the storage class Function to a sized type");
  if (attribute == FunctionParameterAttribute::ByVal) {
    attributes.addByValAttr(type.elements[0]->type);
  } else {
    attributes.addStructRetAttr(type.elements[0]->type);
  }
}

void add_attribute(llvm::AttrBuilder &attributes, const Instruction &parameter, const Type &type,
                   FunctionParameterAttribute attribute) {
  const bool is_pointer = type.type->isPointerTy();
  switch (attribute) {
    case FunctionParameterAttribute::ByVal:
      add_memory_attribute(attributes, parameter, type, attribute);
      return;
    case FunctionParameterAttribute::NoAlias:
      if (is_pointer) {
        attributes.addAttribute(llvm::Attribute::NoAlias);
      }
      return;
    case FunctionParameterAttribute::NoCapture:
      if (is_pointer) {
        attributes.addAttribute(llvm::Attribute::NoCapture);
      }
      return;
    case FunctionParameterAttribute::NoWrite:
      if (is_pointer) {
        attributes.addAttribute(llvm::Attribute::ReadOnly);
      }
      return;
    // The others concern the calling convention, which does not matter after inlining.
    default:
      return;
  }
}

void set_parameter_attributes(Context &context, llvm::Argument &argument,
                              const Instruction &parameter) {
  const Type &type = context.types.get(parameter.type, parameter);
  llvm::AttrBuilder attributes(argument.getContext());
  for (const DecorationOfId &decoration : context.source.decorations(parameter.result)) {
    if (decoration.kind == Decoration::FuncParamAttr) {
      add_attribute(attributes, parameter, type,
                    static_cast<FunctionParameterAttribute>(decoration.parameters[0]));
    } else if (decoration.kind == Decoration::Alignment && type.type->isPointerTy()) {
      attributes.addAlignmentAttr(alignment_of(parameter, decoration.parameters[0]));
    }
  }
  argument.addAttrs(attributes);
}

void set_function_control(llvm::Function &function, uint32_t control) {
  const auto has = [control](FunctionControl bit) {
    return (control & static_cast<uint32_t>(bit)) != 0;
  };
  if (has(FunctionControl::Inline)) {
    function.addFnAttr(llvm::Attribute::InlineHint);
  }
  if (has(FunctionControl::DontInline) || has(FunctionControl::OptNoneINTEL)) {
    function.addFnAttr(llvm::Attribute::NoInline);
  }
  // Convergent, as Clang marks functions of OpenCL C.
  function.addFnAttr(llvm::Attribute::Convergent);
  function.addFnAttr(llvm::Attribute::NoUnwind);
}

void declare_function(Context &context, const FunctionCode &code) {
  const Instruction &instruction = *code.function;
  const Type &type = context.types.get(instruction.operands[1], instruction);
  instruction.require(
      type.is(Op::TypeFunction) &&
          type.result->type == context.types.get(instruction.type, instruction).type,
      "the type is no function type with this result type");
  llvm::Function *function =
      llvm::Function::Create(llvm::cast<llvm::FunctionType>(type.type),
                             llvm::GlobalValue::InternalLinkage, "", context.target);
  const EntryPoint *entry_point = entry_point_of(context, instruction.result);
  if (entry_point == nullptr) {
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    set_linkage(context, *function, instruction.result, instruction);
    if (code.body.empty()) {
      function->setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
  }
  set_function_control(*function, instruction.operands[0]);
  const std::vector<const Instruction *> parameters = parameters_of(code);
  instruction.require(parameters.size() == function->arg_size(),
                      "the number of parameters differs from that of the function type");
  for (size_t i = 0; i < parameters.size(); ++i) {
    llvm::Argument &argument = *function->getArg(static_cast<unsigned>(i));
    parameters[i]->require(
        context.types.get(parameters[i]->type, *parameters[i]).type == argument.getType(),
        "differs from the parameter's type in the function type");
    const std::string_view name = context.source.name(parameters[i]->result);
    argument.setName(llvm::StringRef(name.data(), name.size()));
    set_parameter_attributes(context, argument, *parameters[i]);
  }
  context.functions[instruction.result] = function;
}

void make_kernel(Context &context, const EntryPoint &entry_point, llvm::Function &function) {
  if (entry_point.name.empty() || entry_point.name.starts_with("llvm.")) {
    entry_point.instruction->refuse("the name '" + entry_point.name + "' is reserved");
  }
  if (llvm::GlobalValue *other = context.target.getNamedValue(entry_point.name)) {
    const auto *kernel = llvm::dyn_cast<llvm::Function>(other);
    if (kernel != nullptr && kernel->getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
      entry_point.instruction->refuse("the name '" + entry_point.name + "' is used twice");
    }
    other->setName("");
    other->setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  function.setName(entry_point.name);
  function.setLinkage(llvm::GlobalValue::ExternalLinkage);
  function.setCallingConv(llvm::CallingConv::SPIR_KERNEL);
  function.setDSOLocal(true);
}

void create_blocks(Body &body, const FunctionCode &code) {
  for (const Instruction &instruction : code.body) {
    if (instruction.opcode == Op::Label) {
      body.blocks[instruction.result] =
          llvm::BasicBlock::Create(body.function.getContext(), "", &body.function);
    }
  }
}

void refuse_untranslated(const Instruction &instruction) {
  const InstructionGrammar *grammar = find_instruction(static_cast<uint32_t>(instruction.opcode));
  const std::string needs = grammar == nullptr ? "" : requirements_of(*grammar);
  instruction.refuse("is not supported" + (needs.empty() ? "" : " (" + needs + ")"));
}

void translate_block(Body &body, Block block, FunctionLines *lines) {
  for (const Instruction &instruction : block) {
    if (lines != nullptr) {
      lines->enter(instruction);
    }
    if (instruction.opcode == Op::Label) {
      body.builder.SetInsertPoint(body.blocks.at(instruction.result));
      continue;
    }
    const Translate translate = find_translation(instruction.opcode);
    if (translate == nullptr) {
      refuse_untranslated(instruction);
    }
    translate_instruction(body, instruction, translate);
  }
}

/// Adds the incoming values. LLVM requires one for each edge, SPIR-V has one for each predecessor.
void complete_phi(Body &body, const Body::Phi &phi) {
  const Instruction &instruction = *phi.instruction;
  std::unordered_map<const llvm::BasicBlock *, llvm::Value *> incoming;
  for (size_t i = 0; i + 1 < instruction.operands.size(); i += 2) {
    llvm::Value *value = body.operand_of_type(instruction, i, phi.phi->getType());
    const bool is_new =
        incoming.emplace(body.block(instruction.operands[i + 1], instruction), value).second;
    instruction.require(is_new, "has a duplicate predecessor");
  }
  size_t found = 0;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> seen;
  for (llvm::BasicBlock *predecessor : llvm::predecessors(phi.phi->getParent())) {
    const auto value = incoming.find(predecessor);
    instruction.require(value != incoming.end(), "lacks a predecessor of its block");
    phi.phi->addIncoming(value->second, predecessor);
    found += seen.insert(predecessor).second ? 1 : 0;
  }
  instruction.require(found == incoming.size(), "names a block that is no predecessor");
}

}  // namespace

void declare_functions(Context &context) {
  for (const FunctionCode &code : context.source.functions()) {
    declare_function(context, code);
  }
  llvm::SmallPtrSet<const llvm::Function *, 8> kernels;
  for (const EntryPoint &entry_point : context.source.entry_points()) {
    const auto function = context.functions.find(entry_point.function);
    if (function == context.functions.end()) {
      entry_point.instruction->refuse("the id " + std::to_string(entry_point.function) +
                                      " is no function");
    }
    if (kernels.insert(function->second).second) {
      make_kernel(context, entry_point, *function->second);
    }
  }
  for (const FunctionCode &code : context.source.functions()) {
    if (const EntryPoint *entry_point = entry_point_of(context, code.function->result)) {
      code.function->require(!code.body.empty(), "is an entry point without a body");
      describe_kernel(context, *context.functions[code.function->result], code, *entry_point);
    }
  }
}

void define_further_entry_points(Context &context) {
  for (const EntryPoint &entry_point : context.source.entry_points()) {
    llvm::Function *function = context.functions.at(entry_point.function);
    if (function->getName() == llvm::StringRef(entry_point.name)) {
      continue;
    }
    llvm::Function *kernel = llvm::Function::Create(
        function->getFunctionType(), llvm::GlobalValue::ExternalLinkage, "", context.target);
    make_kernel(context, entry_point, *kernel);
    kernel->copyAttributesFrom(function);
    kernel->copyMetadata(function, 0);
    // Debug information belongs to the function that has the body.
    kernel->setSubprogram(nullptr);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context.target.getContext(), "", kernel));
    llvm::SmallVector<llvm::Value *> arguments;
    for (llvm::Argument &argument : kernel->args()) {
      arguments.push_back(&argument);
    }
    llvm::CallInst *call = builder.CreateCall(function, arguments);
    call->setCallingConv(function->getCallingConv());
    call->setAttributes(function->getAttributes());
    builder.CreateRetVoid();
  }
}

void translate_function(Context &context, const FunctionCode &code, DebugLines *debug_lines) {
  if (code.body.empty()) {
    return;
  }
  llvm::Function &function = *context.functions.at(code.function->result);
  Body body(context, function);
  const std::vector<const Instruction *> parameters = parameters_of(code);
  for (size_t i = 0; i < parameters.size(); ++i) {
    context.set(parameters[i]->result, function.getArg(static_cast<unsigned>(i)));
  }
  create_blocks(body, code);
  std::optional<FunctionLines> lines =
      debug_lines == nullptr ? std::nullopt : debug_lines->of_function(body, code);
  for (const Block block : blocks_in_order(context, code)) {
    translate_block(body, block, lines ? &*lines : nullptr);
  }
  for (const Body::Phi &phi : body.phis) {
    complete_phi(body, phi);
  }
  if (lines) {
    lines->complete_calls();
  }
  if (!llvm::pred_empty(&function.getEntryBlock())) {
    code.function->refuse("its first block is the target of a branch");
  }
  for (const Instruction *parameter : parameters) {
    context.forget(parameter->result);
  }
  for (const Instruction &instruction : code.body) {
    if (instruction.result != 0) {
      context.forget(instruction.result);
    }
  }
}

}  // namespace mux::compiler::spirv
