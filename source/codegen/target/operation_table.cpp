#include "codegen/target/operation_table.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <algorithm>
#include <iterator>

#include "codegen/target/processor_tables.h"

namespace mux::compiler {

namespace {

using llvm::Value;
using Arguments = llvm::ArrayRef<Value *>;

constexpr unsigned table_entries = 16;

/// Elements of the widest and the narrowest vector register.
unsigned most_elements(const llvm::Type &type) {
  return type.getScalarType()->isDoubleTy() ? 8 : 16;
}
unsigned least_elements(const llvm::Type &type) {
  return most_elements(type) / 4;
}

/// Extracts elements of a vector, padded with poison.
Value *resize_vector(llvm::IRBuilder<> &builder, Value *vector, unsigned first, unsigned elements) {
  const unsigned present = operation_element_count(*vector->getType());
  llvm::SmallVector<int> shuffle_mask;
  for (unsigned i = 0; i < elements; ++i) {
    shuffle_mask.push_back(first + i < present ? static_cast<int>(first + i) : -1);
  }
  return builder.CreateShuffleVector(vector, shuffle_mask);
}

Value *all_lanes(llvm::IRBuilder<> &builder, unsigned elements) {
  return llvm::Constant::getAllOnesValue(builder.getIntNTy(std::max(8U, elements)));
}

/// Rounding control: the current mode (_MM_FROUND_CUR_DIRECTION).
Value *current_rounding_mode(llvm::IRBuilder<> &builder) {
  return builder.getInt32(4);
}

/// Inserts a scalar into the lowest element of the narrowest vector.
Value *as_vector(llvm::IRBuilder<> &builder, Value *value) {
  auto *type = llvm::FixedVectorType::get(value->getType(), least_elements(*value->getType()));
  return builder.CreateInsertElement(llvm::Constant::getNullValue(type), value, uint64_t{0});
}

/// The intrinsics for vectors of 128, 256 and 512 bits, and for one element.
struct Instruction {
  llvm::Intrinsic::ID narrow;
  llvm::Intrinsic::ID middle;
  llvm::Intrinsic::ID wide;
  llvm::Intrinsic::ID of_one;
};

/// Calls the intrinsic with the operands and the additional ones: the pass-through value, the mask,
/// and, for the widest vector and for one element, the rounding control.
Value *build_masked(llvm::IRBuilder<> &builder, const Instruction &instruction, Arguments operands,
                    bool has_others) {
  const bool is_scalar = !operands[0]->getType()->isVectorTy();
  const unsigned elements = operation_element_count(*operands[0]->getType());
  const unsigned most = most_elements(*operands[0]->getType());
  llvm::SmallVector<Value *> values;
  for (Value *operand : operands) {
    values.push_back(operand->getType()->isFloatingPointTy() ? as_vector(builder, operand)
                                                             : operand);
  }
  if (has_others) {
    values.push_back(llvm::Constant::getNullValue(values[0]->getType()));
  }
  values.push_back(all_lanes(builder, elements));
  if (elements == 1 || elements == most) {
    values.push_back(current_rounding_mode(builder));
  }
  if (is_scalar) {
    return builder.CreateExtractElement(builder.CreateIntrinsic(instruction.of_one, {}, values),
                                        uint64_t{0});
  }
  return builder.CreateIntrinsic(elements == most       ? instruction.wide
                                 : elements == most / 2 ? instruction.middle
                                                        : instruction.narrow,
                                 {}, values);
}

bool is_double(Arguments arguments) {
  return arguments[0]->getType()->getScalarType()->isDoubleTy();
}

Value *build_exponent(llvm::IRBuilder<> &builder, Arguments arguments) {
  constexpr Instruction single{llvm::Intrinsic::x86_avx512_mask_getexp_ps_128,
                               llvm::Intrinsic::x86_avx512_mask_getexp_ps_256,
                               llvm::Intrinsic::x86_avx512_mask_getexp_ps_512,
                               llvm::Intrinsic::x86_avx512_mask_getexp_ss};
  constexpr Instruction twice{llvm::Intrinsic::x86_avx512_mask_getexp_pd_128,
                              llvm::Intrinsic::x86_avx512_mask_getexp_pd_256,
                              llvm::Intrinsic::x86_avx512_mask_getexp_pd_512,
                              llvm::Intrinsic::x86_avx512_mask_getexp_sd};
  llvm::SmallVector<Value *> operands(arguments);
  if (!arguments[0]->getType()->isVectorTy()) {
    operands.push_back(arguments[0]);
  }
  return build_masked(builder, is_double(arguments) ? twice : single, operands, true);
}

/// NaN for negative values.
template <uint32_t interval>
Value *build_significand(llvm::IRBuilder<> &builder, Arguments arguments) {
  constexpr Instruction single{llvm::Intrinsic::x86_avx512_mask_getmant_ps_128,
                               llvm::Intrinsic::x86_avx512_mask_getmant_ps_256,
                               llvm::Intrinsic::x86_avx512_mask_getmant_ps_512,
                               llvm::Intrinsic::x86_avx512_mask_getmant_ss};
  constexpr Instruction twice{llvm::Intrinsic::x86_avx512_mask_getmant_pd_128,
                              llvm::Intrinsic::x86_avx512_mask_getmant_pd_256,
                              llvm::Intrinsic::x86_avx512_mask_getmant_pd_512,
                              llvm::Intrinsic::x86_avx512_mask_getmant_sd};
  llvm::SmallVector<Value *> operands(arguments);
  if (!arguments[0]->getType()->isVectorTy()) {
    operands.push_back(arguments[0]);
  }
  constexpr uint32_t negative_is_undefined = 8;
  operands.push_back(builder.getInt32(negative_is_undefined | interval));
  return build_masked(builder, is_double(arguments) ? twice : single, operands, true);
}

Value *build_scale(llvm::IRBuilder<> &builder, Arguments arguments) {
  constexpr Instruction single{llvm::Intrinsic::x86_avx512_mask_scalef_ps_128,
                               llvm::Intrinsic::x86_avx512_mask_scalef_ps_256,
                               llvm::Intrinsic::x86_avx512_mask_scalef_ps_512,
                               llvm::Intrinsic::x86_avx512_mask_scalef_ss};
  constexpr Instruction twice{llvm::Intrinsic::x86_avx512_mask_scalef_pd_128,
                              llvm::Intrinsic::x86_avx512_mask_scalef_pd_256,
                              llvm::Intrinsic::x86_avx512_mask_scalef_pd_512,
                              llvm::Intrinsic::x86_avx512_mask_scalef_sd};
  return build_masked(builder, is_double(arguments) ? twice : single, arguments, true);
}

Value *build_special_logarithm(llvm::IRBuilder<> &builder, Arguments arguments) {
  constexpr Instruction single{llvm::Intrinsic::x86_avx512_mask_fixupimm_ps_128,
                               llvm::Intrinsic::x86_avx512_mask_fixupimm_ps_256,
                               llvm::Intrinsic::x86_avx512_mask_fixupimm_ps_512,
                               llvm::Intrinsic::x86_avx512_mask_fixupimm_ss};
  constexpr Instruction twice{llvm::Intrinsic::x86_avx512_mask_fixupimm_pd_128,
                              llvm::Intrinsic::x86_avx512_mask_fixupimm_pd_256,
                              llvm::Intrinsic::x86_avx512_mask_fixupimm_pd_512,
                              llvm::Intrinsic::x86_avx512_mask_fixupimm_sd};
  // Four bits for each class of value. Zero: negative infinity. Negative infinity, negative: NaN.
  // Infinity: itself. All others: the first operand.
  constexpr uint32_t responses = 0x03530400;
  const llvm::Type &type = *arguments[0]->getType();
  Value *table =
      builder.CreateVectorSplat(std::max(least_elements(type), operation_element_count(type)),
                                builder.getIntN(type.getScalarSizeInBits(), responses));
  return build_masked(builder, is_double(arguments) ? twice : single,
                      {arguments[0], arguments[1], table, builder.getInt32(0)}, false);
}

/// The estimate has 14 correct bits. For a scalar or a vector with an intrinsic.
Value *build_estimate(llvm::IRBuilder<> &builder, const Instruction &instruction, Value *value) {
  const unsigned elements = operation_element_count(*value->getType());
  if (elements == 1) {
    Value *vector = as_vector(builder, value);
    Value *none = llvm::Constant::getNullValue(vector->getType());
    Value *estimate = builder.CreateIntrinsic(instruction.of_one, {},
                                              {none, vector, none, all_lanes(builder, 1)});
    return builder.CreateExtractElement(estimate, uint64_t{0});
  }
  const unsigned most = most_elements(*value->getType());
  const llvm::Intrinsic::ID id = elements == most       ? instruction.wide
                                 : elements == most / 2 ? instruction.middle
                                                        : instruction.narrow;
  return builder.CreateIntrinsic(
      id, {},
      {value, llvm::Constant::getNullValue(value->getType()), all_lanes(builder, elements)});
}

Value *build_root_estimate(llvm::IRBuilder<> &builder, Value *value) {
  constexpr Instruction single{
      llvm::Intrinsic::x86_avx512_rsqrt14_ps_128, llvm::Intrinsic::x86_avx512_rsqrt14_ps_256,
      llvm::Intrinsic::x86_avx512_rsqrt14_ps_512, llvm::Intrinsic::x86_avx512_rsqrt14_ss};
  constexpr Instruction twice{
      llvm::Intrinsic::x86_avx512_rsqrt14_pd_128, llvm::Intrinsic::x86_avx512_rsqrt14_pd_256,
      llvm::Intrinsic::x86_avx512_rsqrt14_pd_512, llvm::Intrinsic::x86_avx512_rsqrt14_sd};
  return build_estimate(builder, is_double({value}) ? twice : single, value);
}

Value *fused(llvm::IRBuilder<> &builder, Value *a, Value *b, Value *c) {
  return builder.CreateIntrinsic(llvm::Intrinsic::fma, {a->getType()}, {a, b, c});
}

/// For zeros and infinities the error is NaN, and the estimate is exact.
Value *refined_or_estimate(llvm::IRBuilder<> &builder, Value *error, Value *refined,
                           Value *estimate) {
  Value *has_value = builder.CreateFCmpORD(error, llvm::Constant::getNullValue(error->getType()));
  return builder.CreateSelect(has_value, refined, estimate);
}

/// An estimate of a reciprocal, and the difference of its product with the value from `aim`.
struct Estimate {
  Value *estimate;
  Value *error;
};

Estimate measure_reciprocal(llvm::IRBuilder<> &builder, Value *value, Value *estimate, double aim) {
  return {estimate, fused(builder, builder.CreateFNeg(value), estimate,
                          llvm::ConstantFP::get(value->getType(), aim))};
}

/// A Newton step.
Value *refine(llvm::IRBuilder<> &builder, const Estimate &guess) {
  return fused(builder, guess.estimate, guess.error, guess.estimate);
}

Value *build_reciprocal(llvm::IRBuilder<> &builder, Arguments arguments) {
  constexpr Instruction instruction{
      llvm::Intrinsic::x86_avx512_rcp14_ps_128, llvm::Intrinsic::x86_avx512_rcp14_ps_256,
      llvm::Intrinsic::x86_avx512_rcp14_ps_512, llvm::Intrinsic::x86_avx512_rcp14_ss};
  Value *estimate = build_estimate(builder, instruction, arguments[0]);
  const Estimate guess = measure_reciprocal(builder, arguments[0], estimate, 1.0);
  return refined_or_estimate(builder, guess.error, refine(builder, guess), estimate);
}

/// The second step aims slightly above 1.
Value *build_divisor_reciprocal(llvm::IRBuilder<> &builder, Arguments arguments) {
  constexpr Instruction instruction{
      llvm::Intrinsic::x86_avx512_rcp14_pd_128, llvm::Intrinsic::x86_avx512_rcp14_pd_256,
      llvm::Intrinsic::x86_avx512_rcp14_pd_512, llvm::Intrinsic::x86_avx512_rcp14_sd};
  Value *reciprocal = build_estimate(builder, instruction, arguments[0]);
  for (const double aim : {1.0, 1.0 + 0x1p-40}) {
    reciprocal = refine(builder, measure_reciprocal(builder, arguments[0], reciprocal, aim));
  }
  return reciprocal;
}

/// A Newton step.
Value *build_reciprocal_root(llvm::IRBuilder<> &builder, Arguments arguments) {
  Value *value = arguments[0];
  Value *estimate = build_root_estimate(builder, value);
  Value *half = llvm::ConstantFP::get(value->getType(), 0.5);
  Value *product = builder.CreateFNeg(builder.CreateFMul(value, estimate));
  Value *half_estimate = builder.CreateFMul(estimate, half);
  Value *half_error = fused(builder, product, half_estimate, half);
  Value *refined = fused(builder, estimate, half_error, estimate);
  return refined_or_estimate(builder, half_error, refined, estimate);
}

/// A third-order Householder step, which gives 40 bits, and a Newton step.
Value *build_double_root(llvm::IRBuilder<> &builder, Arguments arguments) {
  Value *value = arguments[0];
  const auto constant = [&](double number) {
    return llvm::ConstantFP::get(value->getType(), number);
  };
  const auto error_of = [&](Value *root) {
    Value *product = builder.CreateFNeg(builder.CreateFMul(value, root));
    return fused(builder, product, root, constant(1.0));
  };
  Value *estimate = build_root_estimate(builder, value);
  Value *error = error_of(estimate);
  Value *factor = fused(builder, error, constant(0.375), constant(0.5));
  Value *closer = fused(builder, builder.CreateFMul(estimate, error), factor, estimate);
  Value *half_of_closer = builder.CreateFMul(closer, constant(0.5));
  Value *refined = fused(builder, half_of_closer, error_of(closer), closer);
  return refined_or_estimate(builder, error, refined, estimate);
}

template <typename Entries>
llvm::Constant *constant_of(llvm::LLVMContext &context, const Entries &table, bool is_array) {
  return is_array ? llvm::ConstantDataArray::get(context, llvm::ArrayRef(table))
                  : llvm::ConstantDataVector::get(context, llvm::ArrayRef(table));
}

template <typename Entries>
Value *build_scalar_lookup(llvm::IRBuilder<> &builder, Value *index, const Entries &table) {
  llvm::Function &function = *builder.GetInsertBlock()->getParent();
  llvm::Constant *entries = constant_of(builder.getContext(), table, true);
  auto *variable = new llvm::GlobalVariable(*function.getParent(), entries->getType(), true,
                                            llvm::GlobalValue::InternalLinkage, entries,
                                            "data." + function.getName());
  variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  Value *entry = builder.CreateAnd(index, table_entries - 1);
  llvm::Type *type = entries->getType()->getArrayElementType();
  Value *address = builder.CreateInBoundsGEP(
      type, variable, builder.CreateZExtOrTrunc(entry, builder.getInt64Ty()));
  return builder.CreateLoad(type, address);
}

/// The instructions use the four lowest bits of an index.
Value *build_lookup(llvm::IRBuilder<> &builder, Value *value, const Table &table) {
  llvm::Type *type = value->getType();
  const unsigned elements = operation_element_count(*type);
  Value *index = builder.CreateBitCast(value, type->getWithNewType(builder.getInt32Ty()));
  if (elements == 1) {
    return build_scalar_lookup(builder, index, table);
  }
  Value *entries = constant_of(builder.getContext(), table, false);
  if (elements == table_entries) {
    return builder.CreateIntrinsic(llvm::Intrinsic::x86_avx512_permvar_sf_512, {},
                                   {entries, index});
  }
  Value *low = resize_vector(builder, entries, 0, 8);
  Value *high = resize_vector(builder, entries, 8, 8);
  if (elements == 8) {
    return builder.CreateIntrinsic(llvm::Intrinsic::x86_avx512_vpermi2var_ps_256, {},
                                   {low, index, high});
  }
  Value *found = builder.CreateIntrinsic(llvm::Intrinsic::x86_avx512_vpermi2var_ps_256, {},
                                         {low, resize_vector(builder, index, 0, 8), high});
  return resize_vector(builder, found, 0, elements);
}

/// A table of double takes two of the widest registers.
Value *build_lookup(llvm::IRBuilder<> &builder, Value *value, const DoubleTable &table) {
  llvm::Type *type = value->getType();
  const unsigned elements = operation_element_count(*type);
  Value *index = builder.CreateBitCast(value, type->getWithNewType(builder.getInt64Ty()));
  if (elements == 1) {
    return build_scalar_lookup(builder, index, table);
  }
  Value *entries = constant_of(builder.getContext(), table, false);
  Value *low = resize_vector(builder, entries, 0, 8);
  Value *high = resize_vector(builder, entries, 8, 8);
  Value *wide_index = elements == 8 ? index : resize_vector(builder, index, 0, 8);
  Value *found = builder.CreateIntrinsic(llvm::Intrinsic::x86_avx512_vpermi2var_pd_512, {},
                                         {low, wide_index, high});
  return elements == 8 ? found : resize_vector(builder, found, 0, elements);
}

template <const auto &table>
Value *build_lookup(llvm::IRBuilder<> &builder, Arguments arguments) {
  return build_lookup(builder, arguments[0], table);
}

/// The intrinsics for 4, 8 and 16 words.
template <llvm::Intrinsic::ID of_4, llvm::Intrinsic::ID of_8, llvm::Intrinsic::ID of_16>
Value *build_byte_products(llvm::IRBuilder<> &builder, Arguments arguments) {
  if (arguments[0]->getType()->isVectorTy()) {
    const unsigned elements = operation_element_count(*arguments[0]->getType());
    return builder.CreateIntrinsic(elements == 16  ? of_16
                                   : elements == 8 ? of_8
                                                   : of_4,
                                   {}, arguments);
  }
  llvm::SmallVector<Value *> vectors;
  for (Value *argument : arguments) {
    vectors.push_back(as_vector(builder, argument));
  }
  return builder.CreateExtractElement(builder.CreateIntrinsic(of_4, {}, vectors), uint64_t{0});
}

constexpr OperationRow rows[] = {
    {ProcessorOperation::reciprocal_root, "reciprocal_root", 1, build_reciprocal_root},
    {ProcessorOperation::reciprocal, "reciprocal", 1, build_reciprocal},
    {ProcessorOperation::exponent, "exponent", 1, build_exponent},
    {ProcessorOperation::significand, "significand", 1, build_significand<0>},
    {ProcessorOperation::centred_significand, "centred_significand", 1, build_significand<3>},
    {ProcessorOperation::scale, "scale", 2, build_scale},
    {ProcessorOperation::or_logarithm_of_special, "or_logarithm_of_special", 2,
     build_special_logarithm},
    {ProcessorOperation::power_table, "power_table", 1, build_lookup<powers>},
    {ProcessorOperation::power_rest_table, "power_rest_table", 1, build_lookup<power_rests>},
    {ProcessorOperation::log_factor_table, "log_factor_table", 1, build_lookup<log_factors>},
    {ProcessorOperation::log_offset_table, "log_offset_table", 1, build_lookup<log_offsets>},
    {ProcessorOperation::log2_factor_table, "log2_factor_table", 1, build_lookup<log2_factors>},
    {ProcessorOperation::log2_offset_table, "log2_offset_table", 1, build_lookup<log2_offsets>},
    {ProcessorOperation::log10_factor_table, "log10_factor_table", 1, build_lookup<log10_factors>},
    {ProcessorOperation::log10_offset_table, "log10_offset_table", 1, build_lookup<log10_offsets>},
    {ProcessorOperation::precise_factor_table, "precise_factor_table", 1,
     build_lookup<precise_factors>},
    {ProcessorOperation::precise_offset_table, "precise_offset_table", 1,
     build_lookup<precise_offsets>},
    {ProcessorOperation::precise_offset_rest_table, "precise_offset_rest_table", 1,
     build_lookup<precise_offset_rests>},
    {ProcessorOperation::reciprocal_root_f64, "reciprocal_root_f64", 1, build_double_root},
    {ProcessorOperation::divisor_reciprocal_f64, "divisor_reciprocal_f64", 1,
     build_divisor_reciprocal},
    {ProcessorOperation::exponent_f64, "exponent_f64", 1, build_exponent},
    {ProcessorOperation::centred_significand_f64, "centred_significand_f64", 1,
     build_significand<3>},
    {ProcessorOperation::scale_f64, "scale_f64", 2, build_scale},
    {ProcessorOperation::or_logarithm_of_special_f64, "or_logarithm_of_special_f64", 2,
     build_special_logarithm},
    {ProcessorOperation::log_factor_table_f64, "log_factor_table_f64", 1,
     build_lookup<double_log_factors>},
    {ProcessorOperation::log_offset_table_f64, "log_offset_table_f64", 1,
     build_lookup<double_log_offsets>},
    {ProcessorOperation::log2_offset_table_f64, "log2_offset_table_f64", 1,
     build_lookup<double_log2_offsets>},
    {ProcessorOperation::log10_offset_table_f64, "log10_offset_table_f64", 1,
     build_lookup<double_log10_offsets>},
    {ProcessorOperation::add_byte_products, "add_byte_products", 3,
     build_byte_products<llvm::Intrinsic::x86_avx512_vpdpbusd_128,
                         llvm::Intrinsic::x86_avx512_vpdpbusd_256,
                         llvm::Intrinsic::x86_avx512_vpdpbusd_512>},
    {ProcessorOperation::add_byte_products_saturated, "add_byte_products_saturated", 3,
     build_byte_products<llvm::Intrinsic::x86_avx512_vpdpbusds_128,
                         llvm::Intrinsic::x86_avx512_vpdpbusds_256,
                         llvm::Intrinsic::x86_avx512_vpdpbusds_512>},
};

}  // namespace

llvm::ArrayRef<OperationRow> operation_rows() {
  return rows;
}

const OperationRow &operation_row(ProcessorOperation operation) {
  return *std::find_if(std::begin(rows), std::end(rows),
                       [operation](const OperationRow &row) { return row.operation == operation; });
}

const OperationRow *find_operation(llvm::StringRef name) {
  const OperationRow *found =
      std::find_if(std::begin(rows), std::end(rows),
                   [name](const OperationRow &row) { return row.name == name; });
  return found == std::end(rows) ? nullptr : found;
}

unsigned operation_element_count(const llvm::Type &type) {
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

Value *build_operation(llvm::IRBuilder<> &builder, const OperationRow &row, Arguments arguments) {
  const unsigned elements = operation_element_count(*arguments[0]->getType());
  const unsigned most = most_elements(*arguments[0]->getType());
  if (elements == 1 || elements == most / 4 || elements == most / 2 || elements == most) {
    return row.build(builder, arguments);
  }
  const auto slice = [&](unsigned first, unsigned count) {
    llvm::SmallVector<Value *> pieces;
    for (Value *argument : arguments) {
      pieces.push_back(resize_vector(builder, argument, first, count));
    }
    return pieces;
  };
  if (elements < most) {
    const unsigned enough = elements < most / 4 ? most / 4 : elements < most / 2 ? most / 2 : most;
    return resize_vector(builder, row.build(builder, slice(0, enough)), 0, elements);
  }
  llvm::SmallVector<Value *> pieces;
  for (unsigned first = 0; first < elements; first += most) {
    pieces.push_back(build_operation(builder, row, slice(first, std::min(most, elements - first))));
  }
  return llvm::concatenateVectors(builder, pieces);
}

}  // namespace mux::compiler
