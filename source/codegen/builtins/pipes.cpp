#include "codegen/builtins/pipes.h"

#include <llvm/IR/Module.h>
#include <mux/pipe.h>

#include <cstddef>
#include <optional>
#include <string>

#include "codegen/builtins/name_affixes.h"
#include "codegen/builtins/pipeline_calls.h"
#include "codegen/builtins/runtime.h"
#include "codegen/ir/collectives.h"
#include "codegen/ir/sub_group_functions.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

/// CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE
constexpr uint32_t pipe_fence = 3;
constexpr unsigned count_shift = 32;
/// The result of pipe functions that fail.
constexpr int32_t pipe_failure = -1;

enum class PipeScope { work_item, sub_group, work_group };
enum class PipeAction { access, access_reserved, reserve, commit, count, capacity };

struct PipeFunction {
  PipeAction action = PipeAction::access;
  PipeScope group = PipeScope::work_item;
  bool writes = false;
};

/// get_pipe_num_packets_ro
std::optional<PipeFunction> parse_pipe_query(std::string_view name) {
  if (!take_suffix(name, "_ro") && !take_suffix(name, "_wo")) {
    return std::nullopt;
  }
  if (name == "num_packets") {
    return PipeFunction{PipeAction::count};
  }
  return name == "max_packets" ? std::optional(PipeFunction{PipeAction::capacity}) : std::nullopt;
}

std::optional<PipeFunction> parse_pipe_function(std::string_view name) {
  if (!take_prefix(name, "__")) {
    return std::nullopt;
  }
  if (take_prefix(name, "get_pipe_")) {
    return parse_pipe_query(name);
  }
  PipeFunction function;
  if (take_prefix(name, "work_group_")) {
    function.group = PipeScope::work_group;
  } else if (take_prefix(name, "sub_group_")) {
    function.group = PipeScope::sub_group;
  }
  if (take_prefix(name, "reserve_")) {
    function.action = PipeAction::reserve;
  } else if (take_prefix(name, "commit_")) {
    function.action = PipeAction::commit;
  } else if (function.group != PipeScope::work_item) {
    return std::nullopt;
  } else if (take_suffix(name, "_4")) {
    function.action = PipeAction::access_reserved;
  } else if (!take_suffix(name, "_2")) {
    return std::nullopt;
  }
  function.writes = name == "write_pipe";
  return function.writes || name == "read_pipe" ? std::optional(function) : std::nullopt;
}

/// Whether the parameters are the pipe, `between`, and the packet's size and alignment.
bool takes_pipe(Expansion &expansion, llvm::Type *result, llvm::ArrayRef<llvm::Type *> between) {
  llvm::IRBuilder<> &builder = expansion.builder();
  llvm::SmallVector<llvm::Type *, 6> types = {builder.getPtrTy(address_space::global)};
  types.append(between.begin(), between.end());
  types.append(2, builder.getInt32Ty());
  return expansion.function().getFunctionType() == llvm::FunctionType::get(result, types, false);
}

class PipeExpansion {
 public:
  PipeExpansion(Expansion &expansion, const PipeFunction &function)
      : expansion_(expansion),
        builder_(expansion.builder()),
        function_(function),
        pipe_(expansion.argument(0)) {}

  bool run() {
    switch (function_.action) {
      case PipeAction::access:
        return takes_pipe(expansion_, builder_.getInt32Ty(), {generic()}) && access();
      case PipeAction::access_reserved:
        return takes_pipe(expansion_, builder_.getInt32Ty(),
                          {builder_.getInt64Ty(), builder_.getInt32Ty(), generic()}) &&
               access_reserved();
      case PipeAction::reserve:
        return takes_pipe(expansion_, builder_.getInt64Ty(), {builder_.getInt32Ty()}) &&
               reserve_together();
      case PipeAction::commit:
        return takes_pipe(expansion_, builder_.getVoidTy(), {builder_.getInt64Ty()}) &&
               commit_together();
      case PipeAction::count:
        return takes_pipe(expansion_, builder_.getInt32Ty(), {}) && count();
      case PipeAction::capacity:
        break;
    }
    return takes_pipe(expansion_, builder_.getInt32Ty(), {}) && expansion_.finish(max_packets());
  }

 private:
  llvm::Type *generic() { return builder_.getPtrTy(address_space::generic); }

  llvm::BasicBlock *new_block(const char *name) {
    return llvm::BasicBlock::Create(builder_.getContext(), name, &expansion_.function());
  }

  Value *load_header(size_t offset) {
    return builder_.CreateLoad(builder_.getInt32Ty(), builder_.CreateConstInBoundsGEP1_64(
                                                          builder_.getInt8Ty(), pipe_, offset));
  }
  Value *max_packets() { return load_header(offsetof(mux_pipe_t, max_packets)); }

  Value *packet_size() { return expansion_.argument(expansion_.size() - 2); }
  /// Whether the pipe's packet size matches that of the program's pipe type.
  Value *fits() {
    return builder_.CreateICmpEQ(load_header(offsetof(mux_pipe_t, packet_size)), packet_size());
  }

  Value *wide(Value *value) { return builder_.CreateZExt(value, builder_.getInt64Ty()); }
  /// Number of packets of a reservation.
  Value *count_of(Value *reservation) {
    return builder_.CreateTrunc(builder_.CreateLShr(reservation, count_shift),
                                builder_.getInt32Ty());
  }
  Value *first_place(Value *reservation) {
    return builder_.CreateTrunc(reservation, builder_.getInt32Ty());
  }

  /// NULL if the module uses the name for something else.
  Value *call(llvm::StringRef name, llvm::Type *result, llvm::ArrayRef<Value *> arguments) {
    llvm::Function *function =
        declare_runtime_function(expansion_.module(), name, result, arguments);
    if (function == nullptr) {
      return nullptr;
    }
    function->setOnlyAccessesArgMemory();
    return builder_.CreateCall(function, arguments);
  }

  bool count() {
    Value *packets = call("mux_pipe_count", builder_.getInt32Ty(), {pipe_});
    return packets != nullptr && expansion_.finish(packets);
  }

  /// Reserves `count` packets; 0, which fails, if the packet sizes differ.
  Value *reserve(Value *count) {
    Value *possible = builder_.CreateSelect(fits(), count, builder_.getInt32(0));
    return call(function_.writes ? "mux_pipe_reserve_write" : "mux_pipe_reserve_read",
                builder_.getInt64Ty(), {pipe_, possible});
  }
  Value *commit(Value *reservation) {
    return call(function_.writes ? "mux_pipe_commit_write" : "mux_pipe_commit_read",
                builder_.getVoidTy(), {pipe_, reservation});
  }

  /// Copies a packet between the slot `place` of the pipe and the packet pointer, which is the last
  /// argument but two.
  void copy(Value *place) {
    constexpr uint64_t alignment = MUX_PIPE_ALIGNMENT;
    Value *states = builder_.CreateMul(wide(max_packets()), builder_.getInt64(sizeof(uint32_t)));
    Value *offset = builder_.CreateAnd(
        builder_.CreateAdd(states, builder_.getInt64(sizeof(mux_pipe_t) + alignment - 1)),
        builder_.getInt64(~(alignment - 1)));
    Value *first = builder_.CreateGEP(builder_.getInt8Ty(), pipe_, offset);
    Value *inside = builder_.CreateGEP(builder_.getInt8Ty(), first,
                                       builder_.CreateMul(place, wide(packet_size())));
    Value *outside = expansion_.argument(expansion_.size() - 3);
    const llvm::MaybeAlign any(1);
    builder_.CreateMemCpy(function_.writes ? inside : outside, any,
                          function_.writes ? outside : inside, any, wide(packet_size()));
  }

  /// Emits `body` under the condition, and returns success or pipe_failure accordingly. False if
  /// `body` fails to build.
  template <typename Body>
  bool finish_if(Value *condition, Body body) {
    llvm::BasicBlock *possible = new_block("possible");
    llvm::BasicBlock *end = new_block("end");
    builder_.CreateCondBr(condition, possible, end);
    builder_.SetInsertPoint(possible);
    if (!body()) {
      return false;
    }
    builder_.CreateBr(end);
    builder_.SetInsertPoint(end);
    return expansion_.finish(
        builder_.CreateSelect(condition, builder_.getInt32(0), builder_.getInt32(pipe_failure)));
  }

  /// Reads or writes a packet through a reservation of one packet.
  bool access() {
    Value *reservation = reserve(builder_.getInt32(1));
    return reservation != nullptr && finish_if(builder_.CreateIsNotNull(reservation), [&] {
             copy(wide(first_place(reservation)));
             return commit(reservation) != nullptr;
           });
  }

  bool access_reserved() {
    Value *reservation = expansion_.argument(1);
    Value *index = expansion_.argument(2);
    Value *count = count_of(reservation);
    Value *most = max_packets();
    Value *is_inside =
        builder_.CreateAnd(fits(), builder_.CreateAnd(builder_.CreateICmpULT(index, count),
                                                      builder_.CreateICmpULE(count, most)));
    return finish_if(is_inside, [&] {
      Value *place = builder_.CreateAdd(wide(first_place(reservation)), wide(index));
      Value *in_next_lap = builder_.CreateSub(place, wide(most));
      copy(builder_.CreateSelect(builder_.CreateICmpULT(place, wide(most)), place, in_next_lap));
      return true;
    });
  }

  /// Whether this is the first work-item of the group or sub-group. NULL if a name is taken.
  Value *is_first() {
    Value *id = function_.group == PipeScope::work_group
                    ? query(expansion_, "_Z19get_local_linear_idv")
                    : call_sub_group(builder_, {SubGroupFunction::lane}, nullptr, {});
    return id == nullptr ? nullptr : builder_.CreateIsNull(id);
  }

  /// Broadcasts the first work-item's value. NULL as above.
  Value *from_first(Value *value) {
    if (function_.group == PipeScope::sub_group) {
      return call_sub_group(builder_, {SubGroupFunction::shuffle}, value->getType(),
                            {value, builder_.getInt32(0)});
    }
    llvm::Function *broadcast = declare_collective(
        expansion_.module(), Collective{CollectiveKind::broadcast}, value->getType());
    if (broadcast == nullptr) {
      return nullptr;
    }
    llvm::CallInst *built = builder_.CreateCall(broadcast, {value, builder_.getInt64(0)});
    built->setConvergent();
    return built;
  }

  /// Orders the accesses of all work-items before those of the first one that follow. Sub-groups
  /// run in lockstep, so a compiler fence is enough. False if a name is taken.
  bool wait_for_all() {
    if (function_.group == PipeScope::sub_group) {
      builder_.CreateFence(llvm::AtomicOrdering::AcquireRelease, llvm::SyncScope::SingleThread);
      return true;
    }
    llvm::Function *barrier = declare_pipeline_function(
        expansion_, "_Z7barrierj", builder_.getVoidTy(), {builder_.getInt32Ty()});
    if (barrier == nullptr) {
      return false;
    }
    barrier->setConvergent();
    builder_.CreateCall(barrier, {builder_.getInt32(pipe_fence)})->setConvergent();
    return true;
  }

  bool reserve_together() {
    if (function_.group == PipeScope::work_item) {
      Value *reservation = reserve(expansion_.argument(1));
      return reservation != nullptr && expansion_.finish(reservation);
    }
    expansion_.function().setConvergent();
    Value *first = is_first();
    if (first == nullptr) {
      return false;
    }
    llvm::BasicBlock *before = builder_.GetInsertBlock();
    llvm::BasicBlock *alone = new_block("alone");
    llvm::BasicBlock *together = new_block("together");
    builder_.CreateCondBr(first, alone, together);
    builder_.SetInsertPoint(alone);
    Value *own = reserve(expansion_.argument(1));
    if (own == nullptr) {
      return false;
    }
    builder_.CreateBr(together);
    builder_.SetInsertPoint(together);
    llvm::PHINode *reservation = builder_.CreatePHI(own->getType(), 2);
    reservation->addIncoming(own, alone);
    reservation->addIncoming(builder_.getInt64(0), before);
    Value *everyones = from_first(reservation);
    return everyones != nullptr && expansion_.finish(everyones);
  }

  /// Commits in the first work-item, after all have accessed their packets.
  bool commit_together() {
    if (function_.group == PipeScope::work_item) {
      return commit(expansion_.argument(1)) != nullptr && expansion_.finish_void();
    }
    expansion_.function().setConvergent();
    Value *first = wait_for_all() ? is_first() : nullptr;
    if (first == nullptr) {
      return false;
    }
    llvm::BasicBlock *alone = new_block("alone");
    llvm::BasicBlock *end = new_block("end");
    builder_.CreateCondBr(first, alone, end);
    builder_.SetInsertPoint(alone);
    if (commit(expansion_.argument(1)) == nullptr) {
      return false;
    }
    builder_.CreateBr(end);
    builder_.SetInsertPoint(end);
    return expansion_.finish_void();
  }

  Expansion &expansion_;
  llvm::IRBuilder<> &builder_;
  const PipeFunction &function_;
  Value *pipe_;
};

}  // namespace

bool is_pipe_function(std::string_view name) {
  return parse_pipe_function(name).has_value();
}

bool expand_pipe(Expansion &expansion) {
  const std::optional<PipeFunction> function = parse_pipe_function(expansion.name());
  constexpr size_t fewest_parameters = 3;
  return function && expansion.size() >= fewest_parameters &&
         PipeExpansion(expansion, *function).run();
}

bool expand_reserve_id(Expansion &expansion) {
  if (expansion.name() != "is_valid_reserve_id" || expansion.size() != 1 ||
      !expansion.argument(0)->getType()->isIntegerTy(64)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  // The invalid values 0 and ~0 are adjacent modulo 2^64: one comparison is enough.
  Value *next = builder.CreateAdd(expansion.argument(0), builder.getInt64(1));
  return expansion.finish(builder.CreateICmpUGT(next, builder.getInt64(1)));
}

}  // namespace mux::compiler::builtins
