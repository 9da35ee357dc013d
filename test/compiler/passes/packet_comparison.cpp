#include "packet_comparison.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>

#include <array>
#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "codegen/optimize/optimize.h"
#include "codegen/target/target_machine.h"
#include "codegen/vectorize/accesses/access_plan.h"
#include "codegen/vectorize/prepare/interleave_private_arrays.h"
#include "codegen/vectorize/widen/instructions/widen.h"
#include "compiler/processor/host_target.h"
#include "guarded_memory.h"

namespace mux::test {

namespace {

using compiler::Packet;

constexpr size_t scratch_size = 4096;

std::string vector_parameters(const std::string &name) {
  std::string text;
  for (const char *index : {"0", "1", "2"}) {
    text += ", i64 %" + name + "." + index;
  }
  return text;
}

std::string module_text(const PacketKernel &kernel) {
  std::string text = kernel.declarations +
                     "\ndeclare void @mux.lanes.mask(i1)\n"
                     "declare i1 @mux.lanes.any(i1)\n"
                     "declare i1 @mux.lanes.all(i1)\n"
                     "define i32 @scalar(ptr addrspace(1) %a, ptr addrspace(1) %b, "
                     "ptr addrspace(1) %c, i64 %n, i64 %dimensions";
  for (const char *name : {"global_size", "enqueued_local_size", "local_size", "global_offset",
                           "group_count", "group_id", "first_global_id", "local_id"}) {
    text += vector_parameters(name);
  }
  return text + ", i64 %local_index, i64 %context_items, ptr %scratch, ptr %storage) {\n" +
         kernel.body + "\n}\n";
}

/// A module with the functions `scalar` and, after widen(), `packet`.
class PacketModule {
 public:
  PacketModule(const PacketKernel &kernel, llvm::TargetMachine &machine)
      : context_(std::make_unique<llvm::LLVMContext>()) {
    llvm::SMDiagnostic problem;
    const std::string text = module_text(kernel);
    module_ = llvm::parseAssemblyString(text, problem, *context_);
    if (module_ == nullptr) {
      std::string message;
      llvm::raw_string_ostream stream(message);
      problem.print("kernel", stream);
      FAIL(message);
    }
    module_->setDataLayout(machine.createDataLayout());
    module_->setTargetTriple(machine.getTargetTriple().str());
    give_lane_functions_bodies();
  }

  void interleave(unsigned lanes) {
    compiler::interleave_private_arrays(*module_->getFunction("scalar"), lanes);
    check();
  }

  llvm::Function &widen(const Packet &packet, bool interleaved) {
    return widen(packet, interleaved, [](compiler::AccessPlan &) {});
  }

  llvm::Function &widen(const Packet &packet, bool interleaved,
                        const std::function<void(compiler::AccessPlan &)> &change) {
    llvm::Function *function = module_->getFunction("scalar");
    if (interleaved) {
      interleave(packet.lanes);
    }
    compiler::AccessPlan plan(*function, packet);
    change(plan);
    REQUIRE_FALSE(static_cast<bool>(compiler::check_widenable(plan)));
    llvm::Function *widened = compiler::widen(plan);
    widened->setLinkage(llvm::GlobalValue::ExternalLinkage);
    widened->setName("packet");
    check();
    return *widened;
  }

  void optimize(llvm::TargetMachine &machine) {
    compiler::optimize(*module_, machine, compiler::WorkItemCode::scalar,
                       compiler::CodeTier::optimized);
    check();
  }

  llvm::orc::ThreadSafeModule take() { return {std::move(module_), std::move(context_)}; }

 private:
  void check() {
    std::string message;
    llvm::raw_string_ostream stream(message);
    if (llvm::verifyModule(*module_, &stream)) {
      module_->print(stream, nullptr);
      FAIL(message);
    }
  }

  /// The semantics for a single work-item.
  void give_lane_functions_bodies() {
    for (const char *name : {"mux.lanes.mask", "mux.lanes.any", "mux.lanes.all"}) {
      llvm::Function *function = module_->getFunction(name);
      llvm::IRBuilder<> builder(llvm::BasicBlock::Create(*context_, "", function));
      if (function->getReturnType()->isVoidTy()) {
        builder.CreateRetVoid();
      } else {
        builder.CreateRet(function->getArg(0));
      }
    }
  }

  std::unique_ptr<llvm::LLVMContext> context_;
  std::unique_ptr<llvm::Module> module_;
};

constexpr size_t context_integers = 27;
using Vector = std::array<int64_t, 3>;

template <size_t... index>
auto function_type(std::index_sequence<index...>)
    -> int32_t (*)(void *, void *, void *, int64_t, decltype(int64_t{index})..., void *, void *);
using Function = decltype(function_type(std::make_index_sequence<context_integers>()));

/// The memory of one group.
struct Memory {
  std::array<std::unique_ptr<GuardedMemory>, 3> arrays;
  std::vector<uint8_t> scratch;
};

Memory make_memory(const PacketKernel &kernel, const Packet &packet, GuardedMemory::Side side) {
  Memory memory;
  std::minstd_rand random(packet.lanes * 31 + packet.part_count());
  for (size_t i = 0; i < 3; ++i) {
    const size_t size =
        kernel.bytes_per_item[i] * packet.lanes * packet.part_count() + kernel.more_bytes[i];
    std::vector<uint8_t> bytes(size);
    for (uint8_t &byte : bytes) {
      byte = i == 2 && kernel.fill_c >= 0 ? static_cast<uint8_t>(kernel.fill_c)
                                          : static_cast<uint8_t>(random() >> 8);
    }
    memory.arrays[i] = std::make_unique<GuardedMemory>(size, side);
    memory.arrays[i]->fill(bytes);
  }
  memory.scratch.assign(scratch_size, 0);
  return memory;
}

template <size_t... index>
void call_with(Function function, const PacketKernel &kernel, Memory &memory,
               const std::vector<int64_t> &integers, std::index_sequence<index...>) {
  function(memory.arrays[0]->data(), memory.arrays[1]->data(), memory.arrays[2]->data(), kernel.n,
           integers[index]..., memory.scratch.data(), memory.scratch.data());
}

void call(Function function, const PacketKernel &kernel, const Packet &packet, Memory &memory,
          Vector local_id) {
  Vector local_size;
  for (unsigned i = 0; i < 3; ++i) {
    local_size[i] = static_cast<int64_t>(packet.size(i));
  }
  const Vector zero{0, 0, 0};
  const Vector one{1, 1, 1};
  std::vector<int64_t> integers{2};
  for (const Vector &vector :
       {local_size, local_size, local_size, zero, one, zero, zero, local_id}) {
    integers.insert(integers.end(), vector.begin(), vector.end());
  }
  integers.push_back((local_id[2] * local_size[1] + local_id[1]) * local_size[0] + local_id[0]);
  integers.push_back(local_size[0] * local_size[1] * local_size[2]);
  call_with(function, kernel, memory, integers, std::make_index_sequence<context_integers>());
}

void compare(const PacketKernel &kernel, const Packet &packet, Function scalar, Function widened) {
  for (const GuardedMemory::Side side :
       {GuardedMemory::Side::at_start, GuardedMemory::Side::at_end}) {
    Memory expected = make_memory(kernel, packet, side);
    Memory actual = make_memory(kernel, packet, side);
    for (int64_t z = 0; z < static_cast<int64_t>(packet.size(2)); ++z) {
      for (int64_t y = 0; y < static_cast<int64_t>(packet.size(1)); ++y) {
        for (int64_t x = 0; x < static_cast<int64_t>(packet.size(0)); ++x) {
          call(scalar, kernel, packet, expected, {x, y, z});
        }
      }
    }
    call(widened, kernel, packet, actual, {0, 0, 0});
    CHECK(actual.arrays[0]->contents() == expected.arrays[0]->contents());
    CHECK(actual.arrays[1]->contents() == expected.arrays[1]->contents());
    CHECK((kernel.ignores_c || actual.arrays[2]->contents() == expected.arrays[2]->contents()));
    CHECK(actual.scratch == expected.scratch);
  }
}

Function find(llvm::orc::LLJIT &jit, const char *name) {
  llvm::Expected<llvm::orc::ExecutorAddr> address = jit.lookup(name);
  if (!address) {
    FAIL(llvm::toString(address.takeError()));
  }
  return address->toPtr<Function>();
}

void compare_packet(const PacketKernel &kernel, const Packet &packet, bool optimized) {
  INFO("lanes " << packet.lanes << ", parts " << packet.parts[0] << " x " << packet.parts[1]
                << " x " << packet.parts[2] << (optimized ? ", optimized" : ""));
  const std::unique_ptr<llvm::TargetMachine> machine =
      llvm::cantFail(compiler::create_target_machine());
  PacketModule module(kernel, *machine);
  PacketModule packet_module(kernel, *machine);
  packet_module.widen(packet, optimized);
  if (optimized) {
    // Interleaving for packets must also be correct for single work-items.
    module.interleave(packet.lanes);
    packet_module.optimize(*machine);
  }
  auto jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
  auto &separate = llvm::cantFail(jit->createJITDylib("packet"));
  llvm::cantFail(jit->addIRModule(module.take()));
  llvm::cantFail(jit->addIRModule(separate, packet_module.take()));
  auto widened = jit->lookup(separate, "packet");
  if (!widened) {
    FAIL(llvm::toString(widened.takeError()));
  }
  compare(kernel, packet, find(*jit, "scalar"), widened->toPtr<Function>());
}

}  // namespace

void compare_packets(const PacketKernel &kernel) {
  for (const unsigned lanes : {2U, 4U, 8U, 16U}) {
    const bool optimized = lanes == 4 || lanes == 16;
    compare_packet(kernel, {lanes, {1, 1, 1}}, optimized);
    compare_packet(kernel, {lanes, {1, 2, 1}}, !optimized);
    compare_packet(kernel, {lanes, {4, 1, 1}}, optimized);
    compare_packet(kernel, {lanes, {2, 2, 1}}, !optimized);
  }
}

void compare_some_packets(const PacketKernel &kernel) {
  compare_packet(kernel, {16, {1, 1, 1}}, true);
  compare_packet(kernel, {8, {1, 2, 1}}, false);
  compare_packet(kernel, {4, {4, 1, 1}}, true);
}

std::string widened_text(const PacketKernel &kernel, unsigned lanes, unsigned parts) {
  return widened_text(kernel, lanes, parts, [](compiler::AccessPlan &) {});
}

std::string widened_text(const PacketKernel &kernel, unsigned lanes, unsigned parts,
                         const std::function<void(compiler::AccessPlan &)> &change) {
  const std::unique_ptr<llvm::TargetMachine> machine =
      llvm::cantFail(compiler::create_target_machine());
  PacketModule module(kernel, *machine);
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.widen({lanes, {parts, 1, 1}}, true, change).print(stream);
  return text;
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

size_t count(const std::string &text, const std::string &part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

}  // namespace mux::test
