#include "passes.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <catch2/catch.hpp>
#include <functional>
#include <vector>

#include "codegen/ir/kernel.h"
#include "codegen/ir/restore_truncations.h"
#include "codegen/ir/stack_variables.h"
#include "codegen/ir/temporary_function.h"
#include "codegen/ir/work_item_context.h"
#include "codegen/passes/pass_runner.h"
#include "codegen/target/retarget.h"
#include "codegen/target/target_machine.h"
#include "codegen/vectorize/accesses/access_plan.h"
#include "codegen/vectorize/cost/check_profitability.h"
#include "codegen/vectorize/idioms/forward_stores_to_loads.h"
#include "codegen/vectorize/idioms/prefetch_next_iterations.h"
#include "codegen/vectorize/idioms/privatize_histograms.h"
#include "codegen/vectorize/idioms/revectorize_components.h"
#include "codegen/vectorize/linearize/linearize.h"
#include "codegen/vectorize/prepare/hoist_loads_over_stores.h"
#include "codegen/vectorize/prepare/narrow_integers.h"
#include "codegen/vectorize/prepare/unroll_array_loops.h"
#include "codegen/vectorize/prepare/unroll_arrays_between_barriers.h"
#include "codegen/vectorize/prepare/unroll_barrier_loops.h"
#include "codegen/vectorize/prepare/unroll_strided_loops.h"
#include "codegen/vectorize/prepare/unsink_loads.h"
#include "codegen/vectorize/versions/add_partner_versions.h"
#include "codegen/vectorize/versions/add_row_versions.h"
#include "codegen/vectorize/versions/add_sparse_mask_paths.h"
#include "codegen/vectorize/versions/branch_on_superword_conditions.h"
#include "codegen/vectorize/versions/separate_uniform_exits.h"
#include "codegen/vectorize/widen/instructions/widen.h"
#include "compiler/processor/host_target.h"
#include "packet_runner.h"

namespace mux::test {

namespace {

using Pass = std::string(const ExampleOptions &, llvm::Module &);

std::string print(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << module;
  return stream.str();
}

std::vector<llvm::Function *> functions_with_bodies(llvm::Module &module) {
  std::vector<llvm::Function *> functions;
  for (llvm::Function &function : module) {
    if (!function.isDeclaration()) {
      functions.push_back(&function);
    }
  }
  return functions;
}

/// Runs passes without options.
template <bool (*pass)(llvm::Function &)>
std::string run(const ExampleOptions &, llvm::Module &module) {
  for (llvm::Function *function : functions_with_bodies(module)) {
    pass(*function);
  }
  return print(module);
}

std::string run_linearize(const ExampleOptions &, llvm::Module &module) {
  for (llvm::Function *function : functions_with_bodies(module)) {
    if (llvm::Error remark = compiler::linearize(*function, lane_parameters(*function))) {
      return "refused: " + llvm::toString(std::move(remark)) + "\n";
    }
  }
  return print(module);
}

/// For packets of `lanes`, with `parts` in x and `rows` in y; a whole group if there is a `group`.
std::string run_widen(const ExampleOptions &options, llvm::Module &module) {
  compiler::Packet packet{options.number("lanes")};
  packet.parts[0] = options.number("parts");
  packet.parts[1] = options.number("rows", 1);
  packet.is_group = options.has("group");
  for (llvm::Function *function : functions_with_bodies(module)) {
    const compiler::AccessPlan plan(*function, packet);
    if (llvm::Error remark = compiler::check_widenable(plan)) {
      return "refused: " + llvm::toString(std::move(remark)) + "\n";
    }
    compiler::widen(plan);
    function->eraseFromParent();
  }
  return print(module);
}

std::string run_forward_stores_to_loads(const ExampleOptions &, llvm::Module &module) {
  for (llvm::Function *function : functions_with_bodies(module)) {
    for (llvm::AllocaInst *variable : compiler::stack_variables(*function)) {
      compiler::forward_stores_to_loads(*variable);
    }
  }
  return print(module);
}

/// With one variable in local memory, of `size` bytes at `offset`.
std::string run_privatize_histograms(const ExampleOptions &options, llvm::Module &module) {
  const compiler::LocalVariable variable = {options.number("offset"), options.number("size")};
  for (llvm::Function *function : functions_with_bodies(module)) {
    compiler::privatize_histograms(*function, variable);
  }
  return print(module);
}

/// For packets of `lanes` and `parts`.
std::string run_sparse_mask_paths(const ExampleOptions &options, llvm::Module &module) {
  compiler::Packet packet{options.number("lanes")};
  packet.parts[0] = options.number("parts");
  for (llvm::Function *function : functions_with_bodies(module)) {
    compiler::add_sparse_mask_paths(*function, packet);
  }
  return print(module);
}

std::unique_ptr<llvm::TargetMachine> machine_of_host() {
  return llvm::cantFail(compiler::create_target_machine());
}

template <typename Result>
std::string run_for_machine(Result (*pass)(llvm::Function &, llvm::TargetMachine &),
                            llvm::Module &module) {
  const std::unique_ptr<llvm::TargetMachine> machine = machine_of_host();
  for (llvm::Function *function : functions_with_bodies(module)) {
    pass(*function, *machine);
  }
  return print(module);
}

/// The choice for each function and packets of `lanes`, with `parts` in x; then the module.
std::string run_packets_pay(const ExampleOptions &options, llvm::Module &module) {
  const std::unique_ptr<llvm::TargetMachine> machine = machine_of_host();
  module.setDataLayout(machine->createDataLayout());
  module.setTargetTriple(machine->getTargetTriple().str());
  compiler::Packet packet{options.number("lanes")};
  packet.parts[0] = options.number("parts");
  std::string choices;
  for (llvm::Function *function : functions_with_bodies(module)) {
    compiler::set_target_attributes(*function);
    const compiler::TemporaryFunction linearized(*function);
    const compiler::WorkItemContext context = compiler::WorkItemContext::of(*linearized);
    llvm::cantFail(compiler::linearize(*linearized, {context.local_id[0], context.local_index}));
    llvm::Error remark = compiler::check_profitability(compiler::AccessPlan(*linearized, packet),
                                                       *function, *machine);
    choices += function->getName().str() +
               (remark ? ": alone, " + llvm::toString(std::move(remark)) + "\n" : ": packets\n");
  }
  return choices + print(module);
}

/// For packets of `lanes`, with `parts` in x.
std::string run_partner_versions(const ExampleOptions &options, llvm::Module &module) {
  compiler::Packet packet{options.number("lanes")};
  packet.parts[0] = options.number("parts");
  for (llvm::Function *function : functions_with_bodies(module)) {
    compiler::add_partner_versions(*function, packet);
  }
  return print(module);
}

std::string run_unroll_steps(const ExampleOptions &, llvm::Module &module) {
  return run_for_machine(compiler::unroll_barrier_loops, module);
}

std::string run_unroll_row_walks(const ExampleOptions &, llvm::Module &module) {
  return run_for_machine(compiler::unroll_strided_loops, module);
}

std::string run_unroll_arrays(const ExampleOptions &, llvm::Module &module) {
  return run_for_machine(compiler::unroll_array_loops, module);
}

std::string run_unroll_arrays_between_barriers(const ExampleOptions &, llvm::Module &module) {
  return run_for_machine(compiler::unroll_arrays_between_barriers, module);
}

std::string run_narrow_integers(const ExampleOptions &, llvm::Module &module) {
  return run_for_machine(compiler::narrow_integers, module);
}

std::string run_revectorize_components(const ExampleOptions &, llvm::Module &module) {
  return run_for_machine(compiler::revectorize_components, module);
}

std::string run_separate_uniform_exits(const ExampleOptions &, llvm::Module &module) {
  for (llvm::Function *function : functions_with_bodies(module)) {
    compiler::separate_uniform_exits(*function, lane_parameters(*function));
  }
  return print(module);
}

std::string run_show_truncations(const ExampleOptions &, llvm::Module &module) {
  compiler::restore_truncations(module);
  return print(module);
}

/// The names are those of the compiler; others do not compile.
struct NamedPass {
  compiler::PassName name;
  Pass *run;
};

constexpr NamedPass passes[] = {
    {"add_partner_versions", run_partner_versions},
    {"add_row_versions", run<compiler::add_row_versions>},
    {"add_sparse_mask_paths", run_sparse_mask_paths},
    {"branch_on_superword_conditions", run<compiler::branch_on_superword_conditions>},
    {"check_profitability", run_packets_pay},
    {"forward_stores_to_loads", run_forward_stores_to_loads},
    {"linearize", run_linearize},
    {"hoist_loads_over_stores", run<compiler::hoist_loads_over_stores>},
    {"narrow_integers", run_narrow_integers},
    {"prefetch_next_iterations", run<compiler::prefetch_next_iterations>},
    {"privatize_histograms", run_privatize_histograms},
    {"revectorize_components", run_revectorize_components},
    {"separate_uniform_exits", run_separate_uniform_exits},
    {"restore_truncations", run_show_truncations},
    {"unroll_array_loops", run_unroll_arrays},
    {"unroll_arrays_between_barriers", run_unroll_arrays_between_barriers},
    {"unroll_strided_loops", run_unroll_row_walks},
    {"unroll_barrier_loops", run_unroll_steps},
    {"unsink_loads", run<compiler::unsink_loads>},
    {"widen", run_widen},
};

}  // namespace

std::unique_ptr<llvm::Module> read_ir(const std::string &text, llvm::LLVMContext &context) {
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(with_context(text), problem, context);
  INFO(problem.getMessage().str() << " in line " << problem.getLineNo());
  REQUIRE(module != nullptr);
  return module;
}

llvm::SmallPtrSet<const llvm::Value *, 8> lane_parameters(const llvm::Function &function) {
  llvm::SmallPtrSet<const llvm::Value *, 8> parameters;
  for (const llvm::Argument &parameter : function.args()) {
    if (parameter.getName().starts_with("lane")) {
      parameters.insert(&parameter);
    }
  }
  return parameters;
}

PassResult run_pass(const std::string &name, const ExampleOptions &options, llvm::Module &module) {
  INFO("pass " << name);
  const auto *const pass = std::find_if(std::begin(passes), std::end(passes),
                                        [&](const auto &row) { return row.name.text() == name; });
  REQUIRE(pass != std::end(passes));
  PassResult result;
  result.before = print(module);
  result.after = pass->run(options, module);
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  const bool is_broken = llvm::verifyModule(module, &stream);
  INFO(stream.str() << print(module));
  REQUIRE(!is_broken);
  return result;
}

}  // namespace mux::test
