#include "codegen/pipeline/pipeline.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <optional>

#include "codegen/builtins/resolve_builtins.h"
#include "codegen/ir/add_local_id_ranges.h"
#include "codegen/ir/drop_local_id_ranges.h"
#include "codegen/ir/explanations.h"
#include "codegen/ir/failure.h"
#include "codegen/ir/function_calls.h"
#include "codegen/ir/hide_truncations.h"
#include "codegen/ir/lower_local_atomics.h"
#include "codegen/ir/restore_truncations.h"
#include "codegen/ir/skip_redundant_updates.h"
#include "codegen/ir/sub_group_functions.h"
#include "codegen/ir/work_item_functions.h"
#include "codegen/optimize/emit_object.h"
#include "codegen/optimize/fold_constants.h"
#include "codegen/optimize/optimize.h"
#include "codegen/optimize/promote_allocas.h"
#include "codegen/optimize/recognize_atomic_rmw.h"
#include "codegen/optimize/recognize_bit_counts.h"
#include "codegen/optimize/simplify.h"
#include "codegen/pipeline/barriers/add_join_barriers.h"
#include "codegen/pipeline/barriers/add_missing_barriers.h"
#include "codegen/pipeline/barriers/split_at_barriers.h"
#include "codegen/pipeline/dimensions/add_order_versions.h"
#include "codegen/pipeline/dimensions/choose_dimension_order.h"
#include "codegen/pipeline/dimensions/merge_order_versions.h"
#include "codegen/pipeline/dimensions/reorder_dimensions.h"
#include "codegen/pipeline/entry/build_kernel_entry.h"
#include "codegen/pipeline/entry/stack_use.h"
#include "codegen/pipeline/lower/add_noalias_scopes.h"
#include "codegen/pipeline/lower/add_unchecked_versions.h"
#include "codegen/pipeline/lower/find_specialization_candidates.h"
#include "codegen/pipeline/lower/fold_address_space_queries.h"
#include "codegen/pipeline/lower/hoist_constants.h"
#include "codegen/pipeline/lower/infer_argument_access.h"
#include "codegen/pipeline/lower/join_groups.h"
#include "codegen/pipeline/lower/lower_address_space_queries.h"
#include "codegen/pipeline/lower/lower_local_memory.h"
#include "codegen/pipeline/lower/lower_work_item_queries.h"
#include "codegen/pipeline/lower/make_work_item_function.h"
#include "codegen/pipeline/lower/move_large_private_memory.h"
#include "codegen/pipeline/lower/recognize_global_ids.h"
#include "codegen/pipeline/lower/separate_local_memory.h"
#include "codegen/pipeline/lower/specialize_arguments.h"
#include "codegen/pipeline/lower/specialize_opaque_arguments.h"
#include "codegen/pipeline/lower/specialize_range.h"
#include "codegen/pipeline/lower/specialize_range_kind.h"
#include "codegen/pipeline/lower/use_rsqrt.h"
#include "codegen/pipeline/program/check_defined.h"
#include "codegen/pipeline/program/check_recursion.h"
#include "codegen/pipeline/program/check_supported.h"
#include "codegen/pipeline/program/choose_inlining.h"
#include "codegen/pipeline/program/drop_ninf.h"
#include "codegen/pipeline/program/eliminate_tail_recursion.h"
#include "codegen/pipeline/program/find_kernels.h"
#include "codegen/pipeline/program/guard_division.h"
#include "codegen/pipeline/program/infer_memory_effects.h"
#include "codegen/pipeline/program/initialize_memory.h"
#include "codegen/pipeline/program/inline_into_kernels.h"
#include "codegen/pipeline/program/internalize_module.h"
#include "codegen/pipeline/program/lower_opaque_types.h"
#include "codegen/pipeline/program/mangle_global_names.h"
#include "codegen/pipeline/program/propagate_fast_math.h"
#include "codegen/pipeline/program/read_module.h"
#include "codegen/pipeline/program/set_constants.h"
#include "codegen/pipeline/program/size_limits.h"
#include "codegen/pipeline/program/work_group_sizes.h"
#include "codegen/printf/lower_printf.h"
#include "codegen/target/add_vector_variants.h"
#include "codegen/target/define_processor_operations.h"
#include "codegen/target/inline_processor_operations.h"
#include "codegen/target/lower_half_operations.h"
#include "codegen/target/lower_masked_accesses.h"
#include "codegen/target/retarget.h"
#include "codegen/target/widen_masks.h"
#include "codegen/vectorize/lockstep.h"
#include "codegen/vectorize/prepare/promote_memory_reductions.h"
#include "codegen/vectorize/prepare/unroll_arrays_between_barriers.h"
#include "codegen/vectorize/vectorize.h"

namespace mux::compiler {

namespace {

/// Drops the kernels that are not requested.
void select_requested(const CompileRequest &request, std::vector<SourceKernel> &kernels) {
  if (!request.kernel.empty()) {
    std::erase_if(kernels, [&request](const SourceKernel &kernel) {
      return kernel.description.name != request.kernel;
    });
  }
}

/// Sets what kernels are specialized for.
void apply_request(const CompileRequest &request, std::vector<SourceKernel> &kernels) {
  for (SourceKernel &kernel : kernels) {
    const uint64_t(&required)[3] = kernel.description.required_local_size;
    kernel.fixed_range = request.specialization.range;
    kernel.shape = request.specialization.shape;
    kernel.fixed_arguments = request.specialization.arguments;
    if (request.required_groups == RequiredGroups::full && required[0] != 0) {
      kernel.fixed_range = FixedRange{{required[0], required[1], required[2]}, false};
    }
  }
}

llvm::Error resolve_functions(llvm::Module &module) {
  const std::vector<std::string> unknown = resolve_builtins(module);
  if (unknown.empty()) {
    return check_defined(module);
  }
  std::string text = unknown.size() == 1 ? "undefined function " : "undefined functions ";
  for (size_t i = 0; i < unknown.size(); ++i) {
    text += (i == 0 ? "'" : ", '") + unknown[i] + "'";
  }
  return failure(text);
}

/// Whether neighboring work-groups may run as one. Local memory must have been allocated.
bool can_merge_groups(const WorkItemKernel &kernel) {
  return !kernel.description.has_local_memory() && !kernel.uses_sub_groups &&
         !has_barrier(*kernel.work_item) && !depends_on_group(*kernel.work_item);
}

/// Whether a function is a query for an id in the dimension that is its argument.
bool is_id_query(const llvm::Function &function) {
  const std::optional<WorkItemQuery> query = work_item_query(function.getName());
  return query.has_value() &&
         (*query == WorkItemQuery::global_id || *query == WorkItemQuery::local_id ||
          *query == WorkItemQuery::group_id);
}

/// Number of dimensions whose ids the work-item function queries. Precondition: before
/// lower_work_item_queries().
uint32_t queried_dimensions(const llvm::Function &work_item) {
  uint64_t dimensions = 1;
  for (const llvm::Instruction &instruction : llvm::instructions(work_item)) {
    const llvm::Function *called = called_function(instruction);
    if (called != nullptr && is_id_query(*called)) {
      const auto *dimension = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(0));
      dimensions =
          std::max(dimensions, dimension == nullptr ? 3 : dimension->getLimitedValue(2) + 1);
    }
  }
  return static_cast<uint32_t>(dimensions);
}

/// Adds to the vectorization summary that barriers were inserted because of a data race
/// (add_missing_barriers.h).
void remark_added_barriers(SplitKernel &kernel) {
  if (kernel.added_barriers != 0) {
    add_to_summary(
        kernel.description.vectorization,
        "; a data race: all work-items write to one address in local memory, and single ones write "
        "to the same variable without a barrier in between; " +
            std::to_string(kernel.added_barriers) +
            (kernel.added_barriers == 1 ? " barrier was added" : " barriers were added"));
  }
}

/// Lowers a kernel of the program to a work-item function.
llvm::Expected<WorkItemKernel> lower_source(SourceKernel kernel, Compilation &compilation) {
  PassRunner &passes = compilation.passes;
  llvm::Module &module = *kernel.function->getParent();
  passes.run("hoist_constants", module, [&] { hoist_constants(kernel); });
  llvm::Function &function = *kernel.function;
  passes.run("fold_address_space_queries", function, [&] { fold_address_space_queries(function); });
  passes.run("use_rsqrt", function, [&] { use_rsqrt(function); });
  passes.run("lower_printf", function, [&] { lower_printf(kernel); });
  passes.run("infer_argument_access", function, [&] {
    infer_argument_access(kernel);
    note_hoisted_reads(kernel);
  });
  passes.run("add_noalias_scopes", function, [&] { add_noalias_scopes(kernel); });
  return passes.run("make_work_item_function", module,
                    [&] { return make_work_item_function(std::move(kernel)); });
}

/// Lowers the queries and the memory of a work-item function.
llvm::Error lower_work_item(WorkItemKernel &kernel, const CompileRequest &request,
                            Compilation &compilation) {
  PassRunner &passes = compilation.passes;
  llvm::Function &function = *kernel.work_item;
  passes.run("find_specialization_candidates", function,
             [&] { find_specialization_candidates(kernel); });
  passes.run("join_groups", function, [&] { join_groups(kernel, request.sub_group_size); });
  if (llvm::Error error =
          passes.run("lower_local_memory", function, [&] { return lower_local_memory(kernel); })) {
    return error;
  }
  kernel.uses_sub_groups = kernel.wanted_sub_group_size != 0 || uses_sub_groups(function);
  kernel.is_group_independent = kernel.joined_size.has_value() || can_merge_groups(kernel);
  kernel.description.dimensions = queried_dimensions(function);
  passes.run("lower_work_item_queries", function,
             [&] { lower_work_item_queries(function, kernel.joined_size); });
  if (!kernel.uses_sub_groups) {
    passes.run("add_missing_barriers", function, [&] { add_missing_barriers(kernel); });
  }
  if (kernel.most_joined != 0) {
    passes.run("separate_local_memory", function, [&] { separate_local_memory(kernel); });
  }
  // Sub-groups and joined groups are neighbors along x. Kernels that print stay in the usual order,
  // which makes the output easier to read.
  if (!kernel.many_work_items_print && !kernel.uses_sub_groups && kernel.most_joined == 0) {
    passes.run("choose_dimension_order", function, [&] { choose_dimension_order(kernel); });
  }
  if (kernel.fixed_range.has_value()) {
    passes.run("specialize_range", function, [&] { specialize_range(kernel); });
  }
  if (kernel.joined_size.has_value()) {
    // Joined groups run as one group of any size.
    kernel.fixed_range.reset();
  }
  if (kernel.shape.has_value()) {
    passes.run("specialize_range_kind", function,
               [&] { specialize_range_kind(function, *kernel.shape); });
  }
  kernel.description.is_group_independent = kernel.is_group_independent;
  kernel.description.local_size_matters =
      !kernel.is_group_independent && !kernel.fixed_range.has_value();
  passes.run("reorder_dimensions", function, [&] { reorder_dimensions(kernel); });
  if (kernel.fixed_range.has_value() && !kernel.is_group_independent) {
    passes.run("add_local_id_ranges", function, [&] {
      add_local_id_ranges(function, std::to_array(kernel.fixed_range->local_size));
    });
  }
  passes.run("lower_address_space_queries", function, [&] { lower_address_space_queries(kernel); });
  if (!has_barrier(function)) {
    passes.run("move_large_private_memory", function, [&] { move_large_private_memory(kernel); });
  }
  if (kernel.uses_sub_groups && request.sub_group_size != 0) {
    kernel.wanted_sub_group_size = request.sub_group_size;
  }
  return llvm::Error::success();
}

llvm::Expected<SplitKernel> split(WorkItemKernel kernel, Compilation &compilation) {
  if (llvm::Error error = check_barriers(kernel)) {
    return error;
  }
  llvm::Function &function = *kernel.work_item;
  llvm::Module &module = *function.getParent();
  llvm::Function *unsplit = nullptr;
  if (has_barrier(function)) {
    // Copied before arrays are unrolled for the regions: a group that runs as one packet has more
    // values to keep in registers.
    unsplit = copy_for_group(kernel, function);
    compilation.passes.run("unroll_arrays_between_barriers", function, [&] {
      return unroll_arrays_between_barriers(function, compilation.machine);
    });
    compilation.passes.run("add_join_barriers", function, [&] { add_join_barriers(function); });
  }
  SplitKernel result = compilation.passes.run(
      "split_at_barriers", module, [&] { return split_at_barriers(std::move(kernel), unsplit); });
  if (llvm::Error error = check_memory(result)) {
    return error;
  }
  choose_local_size(result);
  return result;
}

/// Verifies the module: passes of LLVM may crash on broken IR.
llvm::Error check_module(const llvm::Module &module) {
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  return llvm::verifyModule(module, &stream) ? failure("internal compiler error: " + stream.str())
                                             : llvm::Error::success();
}

void simplify_all(llvm::Module &module, Compilation &compilation) {
  compilation.passes.run("simplify", module, [&] { simplify(module, compilation.machine); });
}

bool runs_in_packets(const EntryKernel &kernel) {
  const uint32_t(&size)[3] = kernel.description.packet_size;
  return !kernel.description.has_scalar_code && size[0] * size[1] * size[2] > 1;
}

WorkItemCode code_of(const std::vector<EntryKernel> &kernels, const VectorWidth &width) {
  if (width.mode == VectorWidth::Mode::scalar) {
    return WorkItemCode::scalar;
  }
  return std::all_of(kernels.begin(), kernels.end(), runs_in_packets) ? WorkItemCode::packets
                                                                      : WorkItemCode::loops;
}

/// Lowers all functions of the kernels, up to the point where each kernel is one function.
llvm::Error lower_functions(llvm::Module &module, std::vector<SourceKernel> &kernels,
                            Compilation &compilation) {
  PassRunner &passes = compilation.passes;
  passes.run("initialize_memory", module, [&] { initialize_memory(module, kernels); });
  passes.run("drop_ninf", module, [&] { drop_ninf(module); });
  passes.run("propagate_fast_math", module, [&] { propagate_fast_math(module); });
  for (llvm::Function &function : module) {
    if (!function.isDeclaration()) {
      passes.run("guard_division", function, [&] { guard_division(function); });
    }
  }
  if (llvm::Error error = passes.run("inline_into_kernels", module,
                                     [&] { return inline_into_kernels(module, kernels); })) {
    return error;
  }
  for (const SourceKernel &kernel : kernels) {
    passes.run("specialize_arguments", *kernel.function, [&] { specialize_arguments(kernel); });
  }
  passes.run("promote_allocas", module, [&] { promote_allocas(module, compilation.machine); });
  passes.run("specialize_opaque_arguments", module, [&] {
    if (specialize_opaque_arguments(module, kernels)) {
      promote_allocas(module, compilation.machine);
    }
  });
  passes.run("hide_truncations", module, [&] {
    fold_constants(module, compilation.machine);
    for (const SourceKernel &kernel : kernels) {
      recognize_global_ids(kernel);
      hide_truncations(*kernel.function);
    }
  });
  simplify_all(module, compilation);
  passes.run("recognize_bit_counts", module,
             [&] { recognize_bit_counts(module, compilation.machine); });
  passes.run("recognize_atomic_rmw", module, [&] { recognize_atomic_rmw(module); });
  passes.run("infer_memory_effects", module, [&] { infer_memory_effects(module); });
  passes.run("define_processor_operations", module, [&] { define_processor_operations(module); });
  return llvm::Error::success();
}

/// Lowers each kernel to its regions.
llvm::Expected<std::vector<SplitKernel>> split_into_regions(llvm::Module &module,
                                                            std::vector<SourceKernel> sources,
                                                            const CompileRequest &request,
                                                            Compilation &compilation) {
  // Only structures passed by value become variables after promote_allocas().
  const bool has_structures_by_value =
      std::any_of(sources.begin(), sources.end(), [](const SourceKernel &source) {
        return llvm::any_of(source.function->args(),
                            [](const llvm::Argument &argument) { return argument.hasByValAttr(); });
      });
  std::vector<WorkItemKernel> kernels;
  for (SourceKernel &source : sources) {
    llvm::Expected<WorkItemKernel> kernel = lower_source(std::move(source), compilation);
    if (!kernel) {
      return kernel.takeError();
    }
    kernels.push_back(std::move(*kernel));
  }
  if (has_structures_by_value) {
    simplify_all(module, compilation);
  }
  for (WorkItemKernel &kernel : kernels) {
    if (llvm::Error error = lower_work_item(kernel, request, compilation)) {
      return error;
    }
  }
  compilation.passes.run("add_order_versions", module, [&] { add_order_versions(kernels); });
  compilation.passes.run("add_unchecked_versions", module,
                         [&] { add_unchecked_versions(kernels); });
  if (llvm::Error error = check_module(module)) {
    return error;
  }
  simplify_all(module, compilation);
  for (const WorkItemKernel &kernel : kernels) {
    compilation.passes.run("promote_memory_reductions", *kernel.work_item, [&] {
      return promote_memory_reductions(*kernel.work_item, compilation.machine);
    });
  }
  std::vector<SplitKernel> result;
  for (WorkItemKernel &kernel : kernels) {
    llvm::Expected<SplitKernel> regions = split(std::move(kernel), compilation);
    if (!regions) {
      return regions.takeError();
    }
    result.push_back(std::move(*regions));
  }
  // A kernel without barriers is unchanged since the last simplification.
  if (std::any_of(result.begin(), result.end(),
                  [](const SplitKernel &kernel) { return kernel.regions.size() > 1; })) {
    simplify_all(module, compilation);
  }
  return result;
}

/// Separates the unchecked forms of kernels, which are at the end.
/// @return the form of each kernel that remains.
std::vector<std::optional<SplitKernel>> take_unchecked_forms(std::vector<SplitKernel> &kernels) {
  std::vector<std::optional<SplitKernel>> forms(kernels.size());
  while (!kernels.empty()) {
    const auto &form = kernels.back().unchecked_form;
    if (!form.has_value()) {
      break;
    }
    const size_t checked = form->of;
    describe_unchecked_form(kernels[checked].description, kernels.back().description);
    forms[checked] = std::move(kernels.back());
    kernels.pop_back();
  }
  forms.resize(kernels.size());
  return forms;
}

/// Describes kernels without building their entry points.
std::vector<EntryKernel> describe(std::vector<SplitKernel> kernels) {
  take_unchecked_forms(kernels);
  std::vector<EntryKernel> described;
  for (SplitKernel &kernel : kernels) {
    static_cast<WorkItemTraits &>(described.emplace_back()) = std::move(kernel);
  }
  merge_order_versions(described);
  return described;
}

}  // namespace

llvm::Expected<std::vector<SourceKernel>> prepare_module(llvm::Module &module,
                                                         const CompileRequest &request,
                                                         Compilation &compilation) {
  PassRunner &passes = compilation.passes;
  llvm::Expected<std::vector<SourceKernel>> kernels =
      passes.run("find_kernels", module, [&] { return find_kernels(module); });
  if (!kernels) {
    return kernels.takeError();
  }
  if (llvm::Error error = passes.run("lower_opaque_types", module,
                                     [&] { return lower_opaque_types(module, *kernels); })) {
    return error;
  }
  select_requested(request, *kernels);
  passes.run("retarget", module, [&] { retarget(module, compilation.machine); });
  passes.run("internalize_module", module, [&] { internalize_module(module, *kernels); });
  if (llvm::Error error =
          passes.run("check_supported", module, [&] { return check_supported(module); })) {
    return error;
  }
  if (llvm::Error error =
          passes.run("resolve_builtins", module, [&] { return resolve_functions(module); })) {
    return error;
  }
  passes.run("eliminate_tail_recursion", module,
             [&] { eliminate_tail_recursion(module, compilation.machine); });
  if (llvm::Error error =
          passes.run("check_recursion", module, [&] { return check_recursion(*kernels); })) {
    return error;
  }
  return kernels;
}

llvm::Error choose_calls(llvm::Module &module, std::vector<SourceKernel> &kernels,
                         Compilation &compilation) {
  return compilation.passes.run("choose_inlining", module,
                                [&] { return choose_inlining(kernels); });
}

llvm::Expected<std::vector<SourceKernel>> lower_program(llvm::Module &module,
                                                        const CompileRequest &request,
                                                        Compilation &compilation) {
  compilation.passes.run("set_constants", module,
                         [&] { set_constants(module, request.constants); });
  llvm::Expected<std::vector<SourceKernel>> kernels = prepare_module(module, request, compilation);
  if (!kernels) {
    return kernels.takeError();
  }
  if (llvm::Error error = choose_calls(module, *kernels, compilation)) {
    return error;
  }
  apply_request(request, *kernels);
  if (llvm::Error error = lower_functions(module, *kernels, compilation)) {
    return error;
  }
  return kernels;
}

llvm::Expected<std::vector<EntryKernel>> lower_module(llvm::Module &module,
                                                      const CompileRequest &request,
                                                      Compilation &compilation) {
  llvm::Expected<std::vector<SourceKernel>> kernels = lower_program(module, request, compilation);
  if (!kernels) {
    return kernels.takeError();
  }
  return lower_kernels(module, std::move(*kernels), request, compilation);
}

llvm::Expected<std::vector<EntryKernel>> lower_kernels(llvm::Module &module,
                                                       std::vector<SourceKernel> sources,
                                                       const CompileRequest &request,
                                                       Compilation &compilation) {
  PassRunner &passes = compilation.passes;
  // A shared front half was made for another request.
  apply_request(request, sources);
  llvm::Expected<std::vector<SplitKernel>> kernels =
      split_into_regions(module, std::move(sources), request, compilation);
  if (!kernels) {
    return kernels.takeError();
  }
  for (SplitKernel &kernel : *kernels) {
    const auto forget_bounds = [&](llvm::Function &function) {
      passes.run("drop_local_id_ranges", function, [&] { drop_local_id_ranges(function); });
    };
    for (const Region &region : kernel.regions) {
      forget_bounds(*region.work_item);
    }
    if (kernel.unsplit != nullptr) {
      forget_bounds(*kernel.unsplit);
    }
    kernel.effort = choose_effort(kernel.regions, kernel.uses_sub_groups);
    if (llvm::Error error = vectorize(kernel, compilation)) {
      return error;
    }
    remark_added_barriers(kernel);
  }
  if (!compilation.makes_code()) {
    return describe(std::move(*kernels));
  }
  if (std::any_of(kernels->begin(), kernels->end(),
                  [](const SplitKernel &kernel) { return kernel.effort == Effort::least; })) {
    simplify_all(module, compilation);
  }
  passes.run("restore_truncations", module, [&] { restore_truncations(module); });
  passes.run("mangle_global_names", module, [&] { mangle_global_names(module); });
  std::vector<std::optional<SplitKernel>> unchecked_forms = take_unchecked_forms(*kernels);
  std::vector<EntryKernel> entries;
  entries.reserve(kernels->size());
  for (size_t i = 0; i < kernels->size(); ++i) {
    entries.push_back(passes.run("build_kernel_entry", module, [&] {
      return build_kernel_entry(std::move((*kernels)[i]), std::move(unchecked_forms[i]));
    }));
  }
  passes.run("merge_order_versions", module, [&] { merge_order_versions(entries); });
  passes.run("lower_local_atomics", module, [&] { lower_local_atomics(module); });
  passes.run("skip_redundant_updates", module, [&] { skip_redundant_updates(module); });
  return entries;
}

llvm::Expected<std::string> generate_code(llvm::Module &module,
                                          const std::vector<EntryKernel> &kernels,
                                          Compilation &compilation) {
  PassRunner &passes = compilation.passes;
  if (llvm::Error error = check_module(module)) {
    return error;
  }
  if (llvm::Error error = check_target(module)) {
    return failure("internal compiler error: " + llvm::toString(std::move(error)));
  }
  passes.run("add_vector_variants", module, [&] { add_vector_variants(module); });
  passes.run("optimize", module, [&] {
    optimize(module, compilation.machine, code_of(kernels, compilation.width), compilation.tier);
  });
  passes.run("inline_processor_operations", module, [&] { inline_processor_operations(module); });
  passes.run("lower_half_operations", module, [&] { lower_half_operations(module); });
  passes.run("lower_masked_accesses", module,
             [&] { lower_masked_accesses(module, compilation.machine); });
  passes.run("widen_masks", module, [&] { widen_masks(module); });
  request_stack_sizes(module);
  return passes.run("emit_object", module,
                    [&] { return emit_object(module, compilation.machine); });
}

}  // namespace mux::compiler
