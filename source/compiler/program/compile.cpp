#include "compiler/program/compile.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <functional>
#include <new>
#include <vector>

#include "compiler/address_space.h"
#include "compiler/builtins/builtins.h"
#include "compiler/pipeline/address_space_queries.h"
#include "compiler/pipeline/argument_access.h"
#include "compiler/pipeline/barrier_regions.h"
#include "compiler/pipeline/dimension_order.h"
#include "compiler/pipeline/fast_math.h"
#include "compiler/pipeline/fixed_arguments.h"
#include "compiler/pipeline/fixed_range.h"
#include "compiler/pipeline/guard_division.h"
#include "compiler/pipeline/host_target.h"
#include "compiler/pipeline/inline_functions.h"
#include "compiler/pipeline/kernel_arguments.h"
#include "compiler/pipeline/kernel_entry.h"
#include "compiler/pipeline/large_kernels.h"
#include "compiler/pipeline/local_atomics.h"
#include "compiler/pipeline/opaque_types.h"
#include "compiler/pipeline/optimise.h"
#include "compiler/pipeline/order_alternatives.h"
#include "compiler/pipeline/printf.h"
#include "compiler/pipeline/private_memory.h"
#include "compiler/pipeline/processor_operations.h"
#include "compiler/pipeline/read_module.h"
#include "compiler/pipeline/reciprocal_roots.h"
#include "compiler/pipeline/retarget.h"
#include "compiler/pipeline/sub_groups.h"
#include "compiler/pipeline/vectorise/vectorise.h"
#include "compiler/pipeline/work_group_sizes.h"
#include "compiler/pipeline/work_item_function.h"
#include "compiler/program/large_stack.h"

namespace mux::compiler {

namespace {

/// Collects what LLVM reports as errors while it compiles, instead of letting it print and exit.
class ErrorCollector : public llvm::DiagnosticHandler {
 public:
  explicit ErrorCollector(std::string &text) : text_(text) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Error) {
      llvm::raw_string_ostream stream(text_);
      llvm::DiagnosticPrinterRawOStream printer(stream);
      if (!text_.empty()) {
        stream << "; ";
      }
      info.print(printer);
    }
    return true;
  }

 private:
  std::string &text_;
};

bool resolve_functions(llvm::Module &module, std::string &error) {
  const std::vector<std::string> unknown = resolve_builtins(module);
  if (unknown.empty()) {
    return check_defined(module, error);
  }
  error = "the binary needs ";
  for (size_t i = 0; i < unknown.size(); ++i) {
    error += (i == 0 ? "function '" : ", function '") + unknown[i] + "'";
  }
  error += unknown.size() == 1 ? ", which does not exist here" : ", which do not exist here";
  return false;
}

/// Variables that outlive a run of a kernel, and that one may write. Local ones are memory of a
/// group.
bool has_shared_variables(const llvm::Module &module) {
  const auto variables = module.globals();
  return std::any_of(variables.begin(), variables.end(), [](const llvm::GlobalVariable &variable) {
    return !variable.isConstant() && variable.getAddressSpace() != address_space::local;
  });
}

/// Whether neighbouring work-groups may run as one. After local memory was given its place.
bool is_free_of_groups(const Kernel &kernel) {
  const KernelDescription &description = kernel.description;
  return description.local_memory_size == 0 &&
         std::none_of(description.arguments.begin(), description.arguments.end(),
                      [](const KernelArgument &argument) {
                        return argument.kind == ArgumentKind::local_buffer;
                      }) &&
         !kernel.uses_sub_groups && !has_barrier(*kernel.function) &&
         !asks_for_group(*kernel.function);
}

bool lower_memory_and_queries(Kernel &kernel, std::string &error) {
  if (!lower_local_memory(kernel, error)) {
    return false;
  }
  kernel.uses_sub_groups = kernel.wanted_sub_group_size != 0 || uses_sub_groups(*kernel.function);
  kernel.ignores_groups = is_free_of_groups(kernel);
  lower_work_item_queries(*kernel.function);
  // Sub-groups are neighbours along x, and texts are easier to read in the usual order.
  if (!kernel.description.prints && !kernel.uses_sub_groups) {
    choose_dimension_order(kernel);
  }
  if (kernel.fixed_range.has_value()) {
    fix_range(*kernel.function, *kernel.fixed_range, kernel.ignores_groups);
  }
  kernel.description.local_size_matters = !kernel.ignores_groups && !kernel.fixed_range.has_value();
  reorder_dimensions(kernel);
  lower_address_space_queries(*kernel.function);
  if (!has_barrier(*kernel.function)) {
    move_large_private_memory(kernel);
  }
  return true;
}

/// What to compile: one kernel, or all if it has no name.
struct Request {
  std::string kernel;
  Specialisation specialisation;
  RequiredGroups required_groups = RequiredGroups::any;
  VectorWidth width;
  /// What the kernel's sub-groups have to be, if it uses them; 0 if that is free.
  uint32_t sub_group_size = 0;
};

/// Leaves the kernels that are asked for, and notes what is known of their runs.
void apply_request(const Request &request, std::vector<Kernel> &kernels) {
  if (!request.kernel.empty()) {
    std::erase_if(kernels, [&request](const Kernel &kernel) {
      return kernel.description.name != request.kernel;
    });
  }
  for (Kernel &kernel : kernels) {
    const uint64_t(&required)[3] = kernel.description.required_local_size;
    kernel.fixed_range = request.specialisation.range;
    kernel.fixed_arguments = request.specialisation.arguments;
    if (request.required_groups == RequiredGroups::full && required[0] != 0) {
      kernel.fixed_range = FixedRange{{required[0], required[1], required[2]}, false};
    }
  }
}

/// Leaves the kernels that are asked for and what they need, everything defined.
bool prepare_module(llvm::Module &module, llvm::TargetMachine &machine, const Request &request,
                    std::vector<Kernel> &kernels, std::string &error) {
  if (!find_kernels(module, kernels, error) || !lower_opaque_types(module, kernels, error)) {
    return false;
  }
  apply_request(request, kernels);
  retarget(module, machine);
  keep_only_kernels(module, kernels);
  return check_supported(module, error) && resolve_functions(module, error) &&
         check_calls(kernels, error);
}

/// Everything between reading the module and generating code.
bool lower_module(llvm::Module &module, llvm::TargetMachine &machine, const Request &request,
                  std::vector<Kernel> &kernels, std::string &error) {
  if (!prepare_module(module, machine, request, kernels, error)) {
    return false;
  }
  pass_on_fast_math(module);
  for (llvm::Function &function : module) {
    guard_division(function);
  }
  if (!inline_into_kernels(module, kernels, error)) {
    return false;
  }
  for (const Kernel &kernel : kernels) {
    fix_arguments(kernel);
  }
  simplify(module, machine);
  define_operations(module);
  for (Kernel &kernel : kernels) {
    fold_address_space_queries(*kernel.function);
    use_reciprocal_roots(*kernel.function);
    if (!lower_printf(kernel, error)) {
      return false;
    }
    find_argument_access(kernel);
    make_work_item_function(kernel);
  }
  simplify(module, machine);
  for (Kernel &kernel : kernels) {
    find_steering_arguments(kernel);
    if (!lower_memory_and_queries(kernel, error)) {
      return false;
    }
    if (kernel.uses_sub_groups && request.sub_group_size != 0) {
      kernel.wanted_sub_group_size = request.sub_group_size;
    }
  }
  add_alternatives(kernels);
  simplify(module, machine);
  std::vector<std::vector<Region>> regions;
  regions.reserve(kernels.size());
  for (Kernel &kernel : kernels) {
    if (!check_barriers(kernel, error)) {
      return false;
    }
    regions.push_back(split_at_barriers(kernel));
    if (!check_memory(kernel, error)) {
      return false;
    }
    choose_local_size(kernel);
  }
  simplify(module, machine);
  for (size_t i = 0; i < kernels.size(); ++i) {
    kernels[i].is_large = is_large(regions[i]);
    if (!vectorise(kernels[i], regions[i], machine, request.width, error)) {
      return false;
    }
  }
  simplify(module, machine);
  hide_variable_names(module);
  for (size_t i = 0; i < kernels.size(); ++i) {
    build_kernel_entry(kernels[i], regions[i]);
    if (kernels[i].is_large) {
      skip_optimisation(*kernels[i].function);
    }
  }
  join_alternatives(kernels);
  lower_local_atomics(module);
  return true;
}

bool generate_code(llvm::Module &module, llvm::TargetMachine &machine, const VectorWidth &width,
                   std::string &code, std::string &error) {
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (llvm::verifyModule(module, &stream)) {
    error = "the kernel compiler made an error: " + stream.str();
    return false;
  }
  if (!check_target(module, problems)) {
    error = "the kernel compiler made an error: " + problems;
    return false;
  }
  offer_operations_of_vectors(module);
  optimise(module, machine, width.mode != VectorWidth::Mode::scalar);
  inline_operations(module);
  return emit_object(module, machine, code, error);
}

bool compile_here(std::string_view bitcode, const Request &request, CompiledObject &object,
                  std::string &error) {
  const std::unique_ptr<llvm::TargetMachine> machine = create_target_machine(error);
  if (machine == nullptr) {
    return false;
  }
  std::string diagnostics;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<ErrorCollector>(diagnostics));
  const std::unique_ptr<llvm::Module> module = read_module(bitcode, context, error);
  if (module == nullptr) {
    return false;
  }
  std::vector<Kernel> kernels;
  CompiledObject result;
  if (!lower_module(*module, *machine, request, kernels, error) ||
      !generate_code(*module, *machine, request.width, result.code, error)) {
    return false;
  }
  if (!diagnostics.empty()) {
    error = "the kernels cannot be compiled: " + diagnostics;
    return false;
  }
  for (Kernel &kernel : kernels) {
    result.kernels.push_back(std::move(kernel.description));
  }
  result.cpu = code_target().cpu;
  result.cpu_features = code_target().features;
  object = std::move(result);
  return true;
}

bool inspect_here(std::string_view bitcode, ProgramOutline &outline, std::string &error) {
  const std::unique_ptr<llvm::TargetMachine> machine = create_target_machine(error);
  if (machine == nullptr) {
    return false;
  }
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = read_module(bitcode, context, error);
  if (module == nullptr) {
    return false;
  }
  std::vector<Kernel> kernels;
  if (!prepare_module(*module, *machine, {}, kernels, error)) {
    return false;
  }
  ProgramOutline result;
  result.shares_variables = has_shared_variables(*module);
  for (Kernel &kernel : kernels) {
    result.kernels.push_back(std::move(kernel.description.name));
  }
  outline = std::move(result);
  return true;
}

/// LLVM recurses as deep as loops nest. A failed allocation is passed on to this thread.
bool run_compiler(const std::function<bool()> &work, std::string &error) {
  bool is_done = false;
  bool is_out_of_memory = false;
  const bool ran = run_with_large_stack([&] {
    try {
      is_done = work();
    } catch (const std::bad_alloc &) {
      is_out_of_memory = true;
    }
  });
  if (is_out_of_memory) {
    throw std::bad_alloc();
  }
  if (!ran) {
    error = "there is no thread to compile kernels with";
  }
  return is_done;
}

VectorWidth width_for(const Specialisation &specialisation) {
  if (!specialisation.way.has_value()) {
    return vector_width_of_environment();
  }
  switch (*specialisation.way) {
    case Way::loops:
      return {VectorWidth::Mode::loops};
    case Way::packets:
      return {VectorWidth::Mode::packets};
    case Way::scalar:
      break;
  }
  return {VectorWidth::Mode::scalar};
}

bool compile(std::string_view bitcode, const Request &request, CompiledObject &object,
             std::string &error) {
  return run_compiler([&] { return compile_here(bitcode, request, object, error); }, error);
}

}  // namespace

std::string kernel_symbol(std::string_view kernel_name) {
  return "mux_kernel_" + std::string(kernel_name);
}

bool inspect_bitcode(std::string_view bitcode, ProgramOutline &outline, std::string &error) {
  return run_compiler([&] { return inspect_here(bitcode, outline, error); }, error);
}

bool compile_bitcode(std::string_view bitcode, RequiredGroups required_groups,
                     CompiledObject &object, std::string &error) {
  return compile_kernel(bitcode, {}, required_groups, object, error);
}

bool compile_kernel(std::string_view bitcode, const std::string &kernel,
                    RequiredGroups required_groups, CompiledObject &object, std::string &error) {
  Request request;
  request.kernel = kernel;
  request.required_groups = required_groups;
  request.width = vector_width_of_environment();
  return compile(bitcode, request, object, error);
}

bool compile_specialised(std::string_view bitcode, const KernelDescription &kernel,
                         const Specialisation &specialisation, CompiledObject &object,
                         std::string &error) {
  Request request;
  request.kernel = kernel.name;
  request.specialisation = specialisation;
  request.width = width_for(specialisation);
  request.sub_group_size = kernel.sub_group_size;
  return compile(bitcode, request, object, error);
}

}  // namespace mux::compiler
