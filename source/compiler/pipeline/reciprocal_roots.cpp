#include "compiler/pipeline/reciprocal_roots.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/VFABIDemangler.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>

#include "compiler/pipeline/function_calls.h"
#include "compiler/pipeline/host_target.h"
#include "compiler/pipeline/retarget.h"

namespace mux::compiler {

namespace {

/// Of one float; those of vectors have their number of elements behind it.
constexpr llvm::StringLiteral scalar_name = "mux.reciprocal_root";
constexpr unsigned widest = 16;
/// In units in the last place: what a division must be allowed.
constexpr float needed_tolerance = 2.0F;

/// 1 for a scalar.
unsigned elements_of(const llvm::Type &type) {
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

std::string name_of(unsigned elements) {
  return elements == 1 ? scalar_name.str() : (scalar_name + "." + llvm::Twine(elements)).str();
}

/// The leading elements of a vector, or as many more without a value.
llvm::Value *resize(llvm::IRBuilder<> &builder, llvm::Value *vector, unsigned first,
                    unsigned elements) {
  const unsigned present = elements_of(*vector->getType());
  llvm::SmallVector<int> places;
  for (unsigned i = 0; i < elements; ++i) {
    places.push_back(first + i < present ? static_cast<int>(first + i) : -1);
  }
  return builder.CreateShuffleVector(vector, places);
}

/// Right to 14 bits, for a scalar or a vector that has an instruction.
llvm::Value *build_estimate(llvm::IRBuilder<> &builder, llvm::Value *number) {
  const unsigned elements = elements_of(*number->getType());
  if (elements == 1) {
    auto *type = llvm::FixedVectorType::get(builder.getFloatTy(), 4);
    llvm::Value *none = llvm::Constant::getNullValue(type);
    llvm::Value *vector = builder.CreateInsertElement(none, number, uint64_t{0});
    llvm::Value *estimate = builder.CreateIntrinsic(llvm::Intrinsic::x86_avx512_rsqrt14_ss, {},
                                                    {none, vector, none, builder.getInt8(0xFF)});
    return builder.CreateExtractElement(estimate, uint64_t{0});
  }
  const llvm::Intrinsic::ID id = elements == 16  ? llvm::Intrinsic::x86_avx512_rsqrt14_ps_512
                                 : elements == 8 ? llvm::Intrinsic::x86_avx512_rsqrt14_ps_256
                                                 : llvm::Intrinsic::x86_avx512_rsqrt14_ps_128;
  llvm::Type *mask = builder.getIntNTy(std::max(8U, elements));
  return builder.CreateIntrinsic(id, {},
                                 {number, llvm::Constant::getNullValue(number->getType()),
                                  llvm::Constant::getAllOnesValue(mask)});
}

/// A step of Newton's method. Of zeros and infinities the estimate is right, and the step's error
/// has no value.
llvm::Value *build_root(llvm::IRBuilder<> &builder, llvm::Value *number) {
  llvm::Type *type = number->getType();
  llvm::Value *estimate = build_estimate(builder, number);
  const auto fused = [&](llvm::Value *a, llvm::Value *b, llvm::Value *c) {
    return builder.CreateIntrinsic(llvm::Intrinsic::fma, {type}, {a, b, c});
  };
  llvm::Value *half = llvm::ConstantFP::get(type, 0.5);
  llvm::Value *product = builder.CreateFNeg(builder.CreateFMul(number, estimate));
  llvm::Value *half_estimate = builder.CreateFMul(estimate, half);
  llvm::Value *half_error = fused(product, half_estimate, half);
  llvm::Value *refined = fused(estimate, half_error, estimate);
  llvm::Value *has_value = builder.CreateFCmpORD(half_error, llvm::Constant::getNullValue(type));
  return builder.CreateSelect(has_value, refined, estimate);
}

/// Of any number of elements.
llvm::Value *build_body(llvm::IRBuilder<> &builder, llvm::Value *number) {
  const unsigned elements = elements_of(*number->getType());
  if (elements == 1 || elements == 4 || elements == 8 || elements == widest) {
    return build_root(builder, number);
  }
  if (elements < widest) {
    const unsigned enough = elements < 4 ? 4 : elements < 8 ? 8 : widest;
    return resize(builder, build_root(builder, resize(builder, number, 0, enough)), 0, elements);
  }
  llvm::SmallVector<llvm::Value *> pieces;
  for (unsigned first = 0; first < elements; first += widest) {
    const unsigned count = std::min(widest, elements - first);
    pieces.push_back(build_body(builder, resize(builder, number, first, count)));
  }
  return llvm::concatenateVectors(builder, pieces);
}

/// Programs cannot have functions of their own by then, but kernels of any name.
bool is_form(const llvm::Function &function) {
  return function.hasLocalLinkage() && (function.getName() == scalar_name ||
                                        function.getName().starts_with("mux.reciprocal_root."));
}

/// The form for a type.
llvm::Function *form_for(llvm::Module &module, llvm::Type *type) {
  const std::string name = name_of(elements_of(*type));
  llvm::Function *known = module.getFunction(name);
  if (known != nullptr && is_form(*known)) {
    return known;
  }
  auto *function = llvm::Function::Create(llvm::FunctionType::get(type, {type}, false),
                                          llvm::GlobalValue::InternalLinkage, name, module);
  set_target_attributes(*function);
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  function->setDoesNotFreeMemory();
  function->setNoSync();
  function->addFnAttr(llvm::Attribute::Speculatable);
  function->addFnAttr(llvm::Attribute::NoInline);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", function));
  builder.CreateRet(build_body(builder, function->getArg(0)));
  return function;
}

/// What a divisor is the root of, if it is one: a number for a number or a vector of equal
/// elements, or a vector.
llvm::Value *root_argument(llvm::Value *divisor) {
  if (llvm::Value *splat = llvm::getSplatValue(divisor)) {
    divisor = splat;
  }
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(divisor);
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::sqrt &&
                 call->getType()->getScalarType()->isFloatTy()
             ? call->getArgOperand(0)
             : nullptr;
}

/// The program's own vectors go element by element, like all that is vectorised.
llvm::Value *build_calls(llvm::IRBuilder<> &builder, llvm::Value *argument, llvm::Type *type) {
  if (!type->isVectorTy()) {
    return call_reciprocal_root(builder, argument);
  }
  const unsigned elements = elements_of(*type);
  if (!argument->getType()->isVectorTy()) {
    return builder.CreateVectorSplat(elements, call_reciprocal_root(builder, argument));
  }
  llvm::Value *roots = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < elements; ++i) {
    llvm::Value *number = builder.CreateExtractElement(argument, i);
    roots = builder.CreateInsertElement(roots, call_reciprocal_root(builder, number), i);
  }
  return roots;
}

bool is_one(const llvm::Value *value) {
  using llvm::PatternMatch::m_FPOne;
  return llvm::PatternMatch::match(value, m_FPOne());
}

/// @return what the division becomes; NULL if it stays.
llvm::Value *replace_division(llvm::BinaryOperator &division) {
  llvm::Value *argument = root_argument(division.getOperand(1));
  if (argument == nullptr ||
      llvm::cast<llvm::FPMathOperator>(division).getFPAccuracy() < needed_tolerance) {
    return nullptr;
  }
  llvm::IRBuilder<> builder(&division);
  llvm::Value *roots = build_calls(builder, argument, division.getType());
  if (is_one(division.getOperand(0))) {
    return roots;
  }
  builder.setFastMathFlags(division.getFastMathFlags());
  return builder.CreateFMul(division.getOperand(0), roots);
}

}  // namespace

bool estimates_reciprocal_roots() {
  const HostTarget &target = code_target();
  return target.has_feature("avx512f") && target.has_feature("avx512vl");
}

void use_reciprocal_roots(llvm::Function &function) {
  if (!estimates_reciprocal_roots()) {
    return;
  }
  llvm::SmallVector<llvm::BinaryOperator *> divisions;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (instruction.getOpcode() == llvm::Instruction::FDiv) {
      divisions.push_back(llvm::cast<llvm::BinaryOperator>(&instruction));
    }
  }
  for (llvm::BinaryOperator *division : divisions) {
    if (llvm::Value *replacement = replace_division(*division)) {
      division->replaceAllUsesWith(replacement);
      division->eraseFromParent();
    }
  }
}

bool is_reciprocal_root(const llvm::Value &value) {
  const llvm::Function *callee = called_function(value);
  return callee != nullptr && is_form(*callee);
}

llvm::CallInst *call_reciprocal_root(llvm::IRBuilder<> &builder, llvm::Value *number) {
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(form_for(module, number->getType()), {number});
}

void offer_reciprocal_roots_of_vectors(llvm::Module &module) {
  llvm::Function *scalar = module.getFunction(scalar_name);
  if (scalar == nullptr || !is_form(*scalar)) {
    return;
  }
  std::string forms;
  for (const unsigned elements : {4U, 8U, widest}) {
    llvm::Type *type = llvm::FixedVectorType::get(scalar->getReturnType(), elements);
    llvm::Function *form = form_for(module, type);
    llvm::appendToCompilerUsed(module, {form});
    forms += forms.empty() ? "" : ",";
    forms +=
        ("_ZGV_LLVM_N" + llvm::Twine(elements) + "v_" + scalar_name + "(" + form->getName() + ")")
            .str();
  }
  scalar->addFnAttr(llvm::VFABI::MappingsAttrName, forms);
}

void inline_reciprocal_roots(llvm::Module &module) {
  llvm::removeFromUsedLists(module, [](llvm::Constant *constant) {
    const auto *function = llvm::dyn_cast<llvm::Function>(constant->stripPointerCasts());
    return function != nullptr && is_form(*function);
  });
  for (llvm::Function &form : llvm::make_early_inc_range(module)) {
    if (!is_form(form)) {
      continue;
    }
    // The lists that were there are gone, but not the constants in them.
    form.removeDeadConstantUsers();
    for (llvm::User *user : llvm::make_early_inc_range(form.users())) {
      llvm::InlineFunctionInfo information;
      llvm::InlineFunction(*llvm::cast<llvm::CallInst>(user), information);
    }
    form.eraseFromParent();
  }
}

}  // namespace mux::compiler
