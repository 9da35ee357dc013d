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

#include "compiler/pipeline/host_target.h"
#include "compiler/pipeline/kernel.h"
#include "compiler/pipeline/retarget.h"
#include "compiler/pipeline/stack_variables.h"
#include "compiler/pipeline/vectorise/few_lanes.h"
#include "compiler/pipeline/vectorise/forward_stores.h"
#include "compiler/pipeline/vectorise/join_components.h"
#include "compiler/pipeline/vectorise/linearise.h"
#include "compiler/pipeline/vectorise/loads_first.h"
#include "compiler/pipeline/vectorise/narrow_counters.h"
#include "compiler/pipeline/vectorise/narrow_numbers.h"
#include "compiler/pipeline/vectorise/packet_cost.h"
#include "compiler/pipeline/vectorise/partner_versions.h"
#include "compiler/pipeline/vectorise/prefetch_rounds.h"
#include "compiler/pipeline/vectorise/restore_bounds.h"
#include "compiler/pipeline/vectorise/restore_indices.h"
#include "compiler/pipeline/vectorise/separate_loads.h"
#include "compiler/pipeline/vectorise/spread_counts.h"
#include "compiler/pipeline/vectorise/temporary_function.h"
#include "compiler/pipeline/vectorise/uniform_exits.h"
#include "compiler/pipeline/vectorise/unmasked_paths.h"
#include "compiler/pipeline/vectorise/unroll_arrays.h"
#include "compiler/pipeline/vectorise/unroll_steps.h"
#include "compiler/pipeline/vectorise/widen.h"
#include "compiler/pipeline/work_item_context.h"
#include "compiler/vectorise/packet_runner.h"

namespace mux::test {

namespace {

using Pass = std::function<std::string(const PassOptions &, llvm::Module &)>;

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

/// Runs what needs no options.
template <bool (*pass)(llvm::Function &)>
std::string run(const PassOptions &, llvm::Module &module) {
  for (llvm::Function *function : functions_with_bodies(module)) {
    pass(*function);
  }
  return print(module);
}

std::string run_linearise(const PassOptions &, llvm::Module &module) {
  for (llvm::Function *function : functions_with_bodies(module)) {
    std::string reason;
    if (!compiler::linearise(*function, lane_parameters(*function), reason)) {
      return "refused: " + reason + "\n";
    }
  }
  return print(module);
}

/// Of `lanes`, with `parts` in x and `rows` in y; a whole group if there is a `group`.
std::string run_widen(const PassOptions &options, llvm::Module &module) {
  compiler::Packet packet{static_cast<unsigned>(options.at("lanes"))};
  const auto rows = options.find("rows");
  packet.parts[0] = static_cast<unsigned>(options.at("parts"));
  packet.parts[1] = rows == options.end() ? 1 : static_cast<unsigned>(rows->second);
  packet.is_group = options.count("group") != 0;
  for (llvm::Function *function : functions_with_bodies(module)) {
    std::string reason;
    if (!compiler::can_widen(*function, packet, reason)) {
      return "refused: " + reason + "\n";
    }
    compiler::widen(*function, packet);
    function->eraseFromParent();
  }
  return print(module);
}

std::string run_forward_stores(const PassOptions &, llvm::Module &module) {
  for (llvm::Function *function : functions_with_bodies(module)) {
    for (llvm::AllocaInst *variable : compiler::stack_variables(*function)) {
      compiler::forward_stores(*variable);
    }
  }
  return print(module);
}

/// With one variable in local memory, of `size` bytes at `offset`.
std::string run_spread_counts(const PassOptions &options, llvm::Module &module) {
  const compiler::LocalVariable variable = {static_cast<uint64_t>(options.at("offset")),
                                            static_cast<uint64_t>(options.at("size"))};
  for (llvm::Function *function : functions_with_bodies(module)) {
    compiler::spread_counts(*function, variable);
  }
  return print(module);
}

/// For packets of `lanes` and `parts`.
std::string run_few_lanes(const PassOptions &options, llvm::Module &module) {
  compiler::Packet packet{static_cast<unsigned>(options.at("lanes"))};
  packet.parts[0] = static_cast<unsigned>(options.at("parts"));
  for (llvm::Function *function : functions_with_bodies(module)) {
    compiler::add_few_lanes_paths(*function, packet);
  }
  return print(module);
}

std::unique_ptr<llvm::TargetMachine> machine_of_host() {
  std::string error;
  std::unique_ptr<llvm::TargetMachine> machine = compiler::create_target_machine(error);
  INFO(error);
  REQUIRE(machine != nullptr);
  return machine;
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

/// What is chosen for each function and packets of `lanes`, with `parts` in x; then the module.
std::string run_packets_pay(const PassOptions &options, llvm::Module &module) {
  const std::unique_ptr<llvm::TargetMachine> machine = machine_of_host();
  module.setDataLayout(machine->createDataLayout());
  module.setTargetTriple(machine->getTargetTriple().str());
  compiler::Packet packet{static_cast<unsigned>(options.at("lanes"))};
  packet.parts[0] = static_cast<unsigned>(options.at("parts"));
  std::string choices;
  for (llvm::Function *function : functions_with_bodies(module)) {
    compiler::set_target_attributes(*function);
    const compiler::TemporaryFunction linearised(*function);
    const compiler::WorkItemContext context = compiler::WorkItemContext::of(*linearised);
    std::string reason;
    REQUIRE(compiler::linearise(*linearised, {context.local_id[0], context.local_index}, reason));
    const bool pay = compiler::packets_pay(*linearised, *function, *machine, packet, reason);
    choices += function->getName().str() + (pay ? ": packets\n" : ": alone, " + reason + "\n");
  }
  return choices + print(module);
}

/// For packets of `lanes`, with `parts` in x.
std::string run_partner_versions(const PassOptions &options, llvm::Module &module) {
  compiler::Packet packet{static_cast<unsigned>(options.at("lanes"))};
  packet.parts[0] = static_cast<unsigned>(options.at("parts"));
  for (llvm::Function *function : functions_with_bodies(module)) {
    compiler::add_partner_versions(*function, packet);
  }
  return print(module);
}

std::string run_unroll_steps(const PassOptions &, llvm::Module &module) {
  return run_for_machine(compiler::unroll_steps, module);
}

std::string run_unroll_arrays(const PassOptions &, llvm::Module &module) {
  return run_for_machine(compiler::unroll_array_loops, module);
}

std::string run_narrow_numbers(const PassOptions &, llvm::Module &module) {
  return run_for_machine(compiler::narrow_numbers, module);
}

std::string run_join_components(const PassOptions &, llvm::Module &module) {
  return run_for_machine(compiler::join_components, module);
}

std::string run_separate_uniform_exits(const PassOptions &, llvm::Module &module) {
  for (llvm::Function *function : functions_with_bodies(module)) {
    compiler::separate_uniform_exits(*function, lane_parameters(*function));
  }
  return print(module);
}

const std::map<std::string, Pass> &passes() {
  static const std::map<std::string, Pass> all = {
      {"few_lanes", run_few_lanes},
      {"forward_stores", run_forward_stores},
      {"join_components", run_join_components},
      {"linearise", run_linearise},
      {"move_loads_first", run<compiler::move_loads_first>},
      {"narrow_counters", run<compiler::narrow_counters>},
      {"narrow_numbers", run_narrow_numbers},
      {"packets_pay", run_packets_pay},
      {"partner_versions", run_partner_versions},
      {"prefetch_next_rounds", run<compiler::prefetch_next_rounds>},
      {"restore_bounds", run<compiler::restore_bounds>},
      {"restore_indices", run<compiler::restore_indices>},
      {"separate_loads", run<compiler::separate_loads>},
      {"separate_uniform_exits", run_separate_uniform_exits},
      {"spread_counts", run_spread_counts},
      {"unmasked_paths", run<compiler::add_unmasked_paths>},
      {"unroll_arrays", run_unroll_arrays},
      {"unroll_steps", run_unroll_steps},
      {"widen", run_widen},
  };
  return all;
}

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

std::string run_pass(const std::string &name, const PassOptions &options, llvm::Module &module) {
  INFO("pass " << name);
  const auto pass = passes().find(name);
  REQUIRE(pass != passes().end());
  std::string result = pass->second(options, module);
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  const bool is_broken = llvm::verifyModule(module, &stream);
  INFO(stream.str() << print(module));
  REQUIRE(!is_broken);
  return result;
}

}  // namespace mux::test
