// Loops that LLVM must not unroll.

#include "codegen/optimize/disable_runtime_unrolling.h"
#include "codegen/optimize/loop_duplication.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Target/TargetMachine.h>

#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "codegen/optimize/optimize.h"
#include "codegen/target/retarget.h"
#include "codegen/target/target_machine.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler::test {

namespace {

/// Loops with a loop-invariant condition, with an unknown and with a known trip count.
constexpr const char *loops = R"(
  declare void @always(i64)
  declare void @sometimes(i64)

  define void @branches(i64 %count, i1 %condition) {
  entry:
    br label %loop
  loop:
    %i = phi i64 [ 0, %entry ], [ %next, %join ]
    br i1 %condition, label %more, label %join
  more:
    call void @sometimes(i64 %i)
    br label %join
  join:
    call void @always(i64 %i)
    %next = add nuw nsw i64 %i, 1
    %on = icmp ult i64 %next, %count
    br i1 %on, label %loop, label %done
  done:
    ret void
  }

  define void @unknown_length(ptr %memory, i64 %count) {
  entry:
    br label %loop
  loop:
    %i = phi i64 [ 0, %entry ], [ %next, %loop ]
    %place = getelementptr i32, ptr %memory, i64 %i
    store volatile i32 1, ptr %place
    %next = add nuw nsw i64 %i, 1
    %on = icmp ult i64 %next, %count
    br i1 %on, label %loop, label %done
  done:
    ret void
  }

  define void @known_length(ptr %memory) {
  entry:
    br label %loop
  loop:
    %i = phi i64 [ 0, %entry ], [ %next, %loop ]
    %place = getelementptr i32, ptr %memory, i64 %i
    store volatile i32 1, ptr %place
    %next = add nuw nsw i64 %i, 1
    %on = icmp ult i64 %next, 4
    br i1 %on, label %loop, label %done
  done:
    ret void
  }

  define void @asked_for(ptr %memory) {
  entry:
    br label %loop
  loop:
    %i = phi i64 [ 0, %entry ], [ %next, %loop ]
    %place = getelementptr i32, ptr %memory, i64 %i
    store volatile i32 1, ptr %place
    %next = add nuw nsw i64 %i, 1
    %on = icmp ult i64 %next, ROUNDS
    br i1 %on, label %loop, label %done, !llvm.loop !0
  done:
    ret void
  }

  !0 = distinct !{!0, !1}
  !1 = !{!"llvm.loop.unroll.enable"}
)";

class Loops {
 public:
  Loops() : Loops(128) {}

  /// @param rounds trip count of the loop with an unroll pragma.
  explicit Loops(unsigned rounds) {
    std::string text = loops;
    text.replace(text.find("ROUNDS"), std::string("ROUNDS").size(), std::to_string(rounds));
    machine_ = llvm::cantFail(create_target_machine());
    llvm::SMDiagnostic problem;
    module_ = llvm::parseAssemblyString(text, problem, context_);
    INFO(problem.getMessage().str());
    REQUIRE(module_ != nullptr);
    module_->setTargetTriple(machine_->getTargetTriple().str());
    module_->setDataLayout(machine_->createDataLayout());
    for (llvm::Function &function : *module_) {
      if (!function.isDeclaration()) {
        set_target_attributes(function);
      }
    }
  }

  llvm::Function &function(const char *name) { return *module_->getFunction(name); }

  llvm::BranchInst &back_branch(const char *name) {
    const llvm::DominatorTree dominators(function(name));
    const llvm::LoopInfo found(dominators);
    return llvm::cast<llvm::BranchInst>(*(*found.begin())->getLoopLatch()->getTerminator());
  }

  void optimize_all() {
    REQUIRE_FALSE(llvm::verifyModule(*module_));
    optimize(*module_, *machine_, WorkItemCode::loops, CodeTier::optimized);
    REQUIRE_FALSE(llvm::verifyModule(*module_));
  }

  unsigned stores(const char *name) {
    unsigned count = 0;
    for (const llvm::Instruction &instruction : llvm::instructions(function(name))) {
      count += llvm::isa<llvm::StoreInst>(instruction) ? 1 : 0;
    }
    return count;
  }

  unsigned calls(const char *name, const char *called) {
    unsigned count = 0;
    for (const llvm::Instruction &instruction : llvm::instructions(function(name))) {
      const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function *callee = call == nullptr ? nullptr : call->getCalledFunction();
      count += callee != nullptr && callee->getName() == called ? 1 : 0;
    }
    return count;
  }

 private:
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::TargetMachine> machine_;
  std::unique_ptr<llvm::Module> module_;
};

}  // namespace

TEST_CASE_METHOD(Loops, "Rolled loops: without metadata LLVM unrolls them") {
  optimize_all();
  CHECK(calls("branches", "always") == 2);
  CHECK(stores("unknown_length") > 1);
  CHECK(stores("known_length") == 4);
}

TEST_CASE_METHOD(Loops, "Rolled loops: no copies for the paths of a branch") {
  llvm::IRBuilder<> builder(back_branch("branches").getParent()->getFirstNonPHI());
  disable_unswitching(builder);
  optimize_all();
  CHECK(calls("branches", "always") == 1);
  CHECK(calls("branches", "sometimes") == 1);
}

TEST_CASE_METHOD(Loops, "Rolled loops: a loop that is not unrolled, whatever its trip count") {
  disable_unrolling(back_branch("unknown_length"));
  disable_unrolling(back_branch("known_length"));
  optimize_all();
  CHECK(stores("unknown_length") == 1);
  CHECK(stores("known_length") == 1);
}

TEST_CASE_METHOD(Loops, "Rolled loops: loops with a known trip count are unrolled") {
  disable_runtime_unrolling(function("unknown_length"));
  disable_runtime_unrolling(function("known_length"));
  optimize_all();
  CHECK(stores("unknown_length") == 1);
  CHECK(stores("known_length") == 4);
}

TEST_CASE("Rolled loops: loops with an unroll pragma are unrolled, up to a size") {
  for (const unsigned rounds : {128U, 2048U}) {
    Loops some(rounds);
    some.optimize_all();
    CHECK((some.stores("asked_for") == rounds) == (rounds == 128));
  }
}

TEST_CASE_METHOD(Loops, "Rolled loops: functions optimized for size are not unrolled") {
  compile_for_size(function("branches"));
  compile_for_size(function("unknown_length"));
  optimize_all();
  CHECK(calls("branches", "always") == 1);
  CHECK(stores("unknown_length") == 1);
}

}  // namespace mux::compiler::test
