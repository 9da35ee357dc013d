#include "packet_runner.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "codegen/ir/work_item_context.h"
#include "codegen/target/retarget.h"
#include "codegen/target/target_machine.h"
#include "codegen/vectorize/accesses/access_plan.h"
#include "codegen/vectorize/prepare/interleave_private_arrays.h"
#include "codegen/vectorize/versions/branch_on_superword_conditions.h"
#include "codegen/vectorize/versions/separate_uniform_exits.h"
#include "codegen/vectorize/widen/instructions/widen.h"

using namespace mux::compiler;

namespace {

constexpr unsigned context_integers = 27;
constexpr unsigned kernel_parameters = 3;
constexpr std::string_view placeholder = "CONTEXT";

/// Names of the integers of WorkItemContext, in the order of the parameters.
std::vector<std::string> integer_names() {
  std::vector<std::string> names{"dimensions"};
  for (const char *vector : {"global_size", "enqueued_local_size", "local_size", "global_offset",
                             "group_count", "group_id", "first_global_id", "local_id"}) {
    for (const char *member : {".x", ".y", ".z"}) {
      names.push_back(std::string(vector) + member);
    }
  }
  names.insert(names.end(), {"local_index", "context_items"});
  return names;
}

std::string context_parameters() {
  std::string text;
  for (const std::string &name : integer_names()) {
    text += "i64 noundef %" + name + ", ";
  }
  return text + "ptr noundef %scratch, ptr noundef %storage";
}

using Numbers = std::array<uint64_t, context_integers>;

Numbers numbers_of(const Group &group, uint64_t x, uint64_t y) {
  Numbers numbers{};
  const std::array<uint64_t, 3> local{group.size_x, group.size_y, 1};
  const std::array<uint64_t, 3> first{group.first_x, group.first_y, 0};
  const std::array<uint64_t, 3> id{x, y, 0};
  numbers[0] = 2;
  for (size_t i = 0; i < 3; ++i) {
    numbers[1 + i] = 1024;
    numbers[4 + i] = local[i];
    numbers[7 + i] = local[i];
    numbers[13 + i] = 1024 / local[i];
    numbers[16 + i] = first[i] / local[i];
    numbers[19 + i] = first[i];
    numbers[22 + i] = id[i];
  }
  numbers[25] = y * group.size_x + x;
  numbers[26] = group.size_x * group.size_y;
  return numbers;
}

/// The semantics for a single work-item.
void define_lane_functions(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (!function.isDeclaration() || !function.getName().starts_with("mux.lanes.")) {
      continue;
    }
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", &function));
    if (function.getReturnType()->isVoidTy()) {
      builder.CreateRetVoid();
    } else {
      builder.CreateRet(function.getArg(0));
    }
  }
}

/// Builds `void name(ptr in, ptr out, i32 n, ptr numbers)`, which calls the function.
void add_caller(llvm::Function &function, const std::string &name) {
  llvm::LLVMContext &context = function.getContext();
  llvm::IRBuilder<> builder(context);
  auto *type = llvm::FunctionType::get(
      builder.getVoidTy(),
      {builder.getPtrTy(), builder.getPtrTy(), builder.getInt32Ty(), builder.getPtrTy()}, false);
  auto *caller =
      llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, function.getParent());
  set_target_attributes(*caller);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", caller));
  llvm::SmallVector<llvm::Value *> arguments;
  for (unsigned i = 0; i < kernel_parameters; ++i) {
    arguments.push_back(caller->getArg(i));
  }
  for (unsigned i = 0; i < context_integers; ++i) {
    llvm::Value *place =
        builder.CreateConstGEP1_64(builder.getInt64Ty(), caller->getArg(kernel_parameters), i);
    arguments.push_back(builder.CreateLoad(builder.getInt64Ty(), place));
  }
  arguments.resize(function.arg_size(), llvm::Constant::getNullValue(builder.getPtrTy()));
  builder.CreateCall(&function, arguments);
  builder.CreateRetVoid();
}

using Caller = void (*)(const void *, void *, uint32_t, const uint64_t *);

std::vector<uint8_t> run(Caller caller, const Group &group, uint64_t step_x, uint64_t step_y,
                         uint32_t n) {
  std::mt19937 random(1);
  std::vector<uint32_t> input(input_size / sizeof(uint32_t));
  for (size_t i = 0; i < input.size(); ++i) {
    // Numbers of all sizes; as floats, they are mostly neither huge nor tiny.
    input[i] = i % 2 == 0 ? random() >> (random() % 32) : 0x3f000000U + (random() >> 7);
  }
  std::vector<uint8_t> output(output_size, 0);
  for (uint64_t y = 0; y < group.size_y; y += step_y) {
    for (uint64_t x = 0; x < group.size_x; x += step_x) {
      const Numbers numbers = numbers_of(group, x, y);
      caller(input.data() + input.size() / 2, output.data(), n, numbers.data());
    }
  }
  return output;
}

std::string text_of(const Packet &packet) {
  return std::to_string(packet.lanes) + " lanes, " + std::to_string(packet.parts[0]) + " x " +
         std::to_string(packet.parts[1]) + " parts";
}

std::string text_of(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

std::string problems_of(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::verifyModule(module, &stream);
  return text;
}

/// The first difference of two runs, for messages.
std::string difference(const std::vector<uint8_t> &left, const std::vector<uint8_t> &right) {
  for (size_t i = 0; i < left.size(); ++i) {
    if (left[i] != right[i]) {
      return "byte " + std::to_string(i) + ": " + std::to_string(left[i]) + " and " +
             std::to_string(right[i]);
    }
  }
  return "";
}

}  // namespace

std::string with_context(std::string_view text) {
  std::string result(text);
  for (size_t place = result.find(placeholder); place != std::string::npos;
       place = result.find(placeholder)) {
    result.replace(place, placeholder.size(), context_parameters());
  }
  return result;
}

std::unique_ptr<llvm::Module> parse_function(llvm::LLVMContext &context, std::string_view text) {
  initialize_llvm();
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(with_context(text), diagnostic, context);
  INFO(diagnostic.getMessage().str() << " in " << diagnostic.getLineContents().str());
  REQUIRE(module != nullptr);
  for (llvm::Function &function : *module) {
    if (!function.isDeclaration()) {
      set_target_attributes(function);
    }
  }
  std::string error;
  auto machine = llvm::cantFail(llvm::orc::JITTargetMachineBuilder::detectHost());
  module->setTargetTriple(machine.getTargetTriple().str());
  module->setDataLayout(llvm::cantFail(machine.getDefaultDataLayoutForTarget()));
  return module;
}

std::unique_ptr<llvm::Module> module_without_body(llvm::LLVMContext &context) {
  return parse_function(context,
                        "define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) { ret i32 -1 }");
}

std::vector<Packet> all_packets() {
  std::vector<Packet> packets;
  for (const unsigned lanes : {2U, 4U, 8U, 16U}) {
    packets.push_back({lanes, {1, 1, 1}});
    packets.push_back({lanes, {2, 2, 1}});
    for (const unsigned parts : {2U, 4U}) {
      packets.push_back({lanes, {parts, 1, 1}});
      packets.push_back({lanes, {1, parts, 1}});
    }
  }
  // Wider than any register.
  packets.push_back({32, {2, 1, 1}});
  packets.push_back({64, {1, 2, 1}});
  return packets;
}

std::vector<Packet> few_packets() {
  return {{2, {1, 1, 1}}, {4, {1, 1, 1}}, {8, {1, 1, 1}}, {16, {1, 1, 1}}, {8, {2, 1, 1}}};
}

void require_same_by_packets(llvm::Module &module, const std::vector<Packet> &packets, uint32_t n,
                             const Group &group) {
  llvm::Function &function = *module.getFunction("f");
  INFO(text_of(module));
  define_lane_functions(module);
  add_caller(function, "call_f");
  for (size_t i = 0; i < packets.size(); ++i) {
    llvm::ValueToValueMapTy values;
    llvm::Function *linearized = llvm::CloneFunction(&function, values);
    if (i % 2 == 0) {
      branch_on_superword_conditions(*linearized);
    }
    if (i % 3 != 1) {
      const WorkItemContext context = WorkItemContext::of(*linearized);
      separate_uniform_exits(*linearized, {context.local_id[0], context.local_id[1],
                                           context.local_id[2], context.local_index});
    }
    interleave_private_arrays(*linearized, packets[i].lanes);
    const AccessPlan plan(*linearized, packets[i]);
    const std::string remark = llvm::toString(check_widenable(plan));
    INFO(remark);
    REQUIRE(remark.empty());
    llvm::Function *packet = widen(plan);
    linearized->eraseFromParent();
    add_caller(*packet, "call_packet" + std::to_string(i));
  }
  const std::string problems = problems_of(module);
  if (!problems.empty()) {
    FAIL(text_of(module) << problems);
  }
  // The compiled copy of the module has its own context.
  std::unique_ptr<llvm::Module> compiled;
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic diagnostic;
  compiled = llvm::parseAssemblyString(text_of(module), diagnostic, *context);
  REQUIRE(compiled != nullptr);
  auto jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
  llvm::cantFail(
      jit->addIRModule(llvm::orc::ThreadSafeModule(std::move(compiled), std::move(context))));
  const auto caller = [&](const std::string &name) {
    return llvm::cantFail(jit->lookup(name)).toPtr<Caller>();
  };
  const std::vector<uint8_t> expected = run(caller("call_f"), group, 1, 1, n);
  for (size_t i = 0; i < packets.size(); ++i) {
    const Packet &packet = packets[i];
    const std::vector<uint8_t> actual =
        run(caller("call_packet" + std::to_string(i)), group, packet.size(0), packet.size(1), n);
    if (actual != expected) {
      const llvm::Function &wrong =
          *llvm::cast<llvm::CallInst>(*module.getFunction("call_packet" + std::to_string(i))
                                           ->getEntryBlock()
                                           .rbegin()
                                           ->getPrevNode())
               .getCalledFunction();
      std::string text;
      llvm::raw_string_ostream stream(text);
      wrong.print(stream);
      FAIL(text_of(packet) << ", " << difference(expected, actual) << "\n" << text);
    }
  }
}

void require_same_by_packets(std::string_view text, uint32_t n, const Group &group) {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = parse_function(context, text);
  require_same_by_packets(*module, all_packets(), n, group);
}

void require_same_by_packets(std::string_view text, const std::vector<Packet> &packets) {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = parse_function(context, text);
  require_same_by_packets(*module, packets, 0);
}
