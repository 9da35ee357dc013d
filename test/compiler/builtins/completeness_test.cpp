// Every built-in that Clang declares is resolved: the module calls each supported overload once
// (write_calls.cpp).

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <catch2/catch.hpp>
#include <string>

#include "codegen/builtins/resolve_builtins.h"
#include "codegen/builtins/runtime.h"
#include "codegen/ir/kernel.h"
#include "codegen/ir/work_item_functions.h"
#include "codegen/pipeline/program/lower_opaque_types.h"
#include "codegen/target/pipeline_functions.h"
#include "codegen/target/retarget.h"
#include "codegen/target/target_machine.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {
namespace {

std::unique_ptr<llvm::Module> read_retargeted(const std::string &name, llvm::LLVMContext &context) {
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module =
      llvm::parseIRFile(std::string(MUX_TEST_KERNELS) + "/" + name, diagnostic, context);
  INFO(name << ": " << diagnostic.getMessage().str());
  REQUIRE(module != nullptr);
  // Images and samplers are lowered to pointers before built-ins are resolved.
  std::vector<SourceKernel> kernels;
  llvm::cantFail(lower_opaque_types(*module, kernels));
  const std::unique_ptr<llvm::TargetMachine> machine = llvm::cantFail(create_target_machine());
  retarget(*module, *machine);
  return module;
}

std::unique_ptr<llvm::Module> parse_retargeted(const std::string &text,
                                               llvm::LLVMContext &context) {
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module =
      llvm::parseIR(llvm::MemoryBufferRef(text, "test"), diagnostic, context);
  INFO(diagnostic.getMessage().str());
  REQUIRE(module != nullptr);
  const std::unique_ptr<llvm::TargetMachine> machine = llvm::cantFail(create_target_machine());
  retarget(*module, *machine);
  return module;
}

std::string problems_of(const llvm::Module &module) {
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  llvm::verifyModule(module, &stream);
  return stream.str();
}

void check_all_resolved(const std::string &name) {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = read_retargeted(name, context);
  const std::vector<std::string> unknown = resolve_builtins(*module);
  std::string names;
  for (const std::string &function : unknown) {
    names += function + "\n";
  }
  CHECK(names == "");
  CHECK(problems_of(*module) == "");
  for (const llvm::Function &function : *module) {
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty()) {
      INFO(function.getName().str());
      CHECK((is_pipeline_function(function.getName()) ||
             builtins::is_runtime_function(std::string_view(function.getName()))));
    }
  }
}

}  // namespace

TEST_CASE("every built-in of OpenCL C 3.0 in scope is resolved", "[builtins]") {
  check_all_resolved("all_calls_3.0.bc");
}

TEST_CASE("every built-in of OpenCL C 1.2 in scope is resolved", "[builtins]") {
  check_all_resolved("all_calls_1.2.bc");
}

#ifdef MUX_TEST_DEVICE_CALLS
TEST_CASE("every built-in of the device's features is declared and resolved", "[builtins]") {
  const std::string version = GENERATE("1.2", "3.0");
  CAPTURE(version);
  check_all_resolved("device_calls_" + version + ".bc");
}
#endif

TEST_CASE("unknown functions are reported once each, and not changed", "[builtins]") {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = parse_retargeted(R"(
    target triple = "spir64"
    declare spir_func float @sinf(float)
    declare spir_func double @mux_sin_f64(double)
    declare spir_func float @fmaf(float, float, float)
    declare spir_func float @_Z3sini(i32)
    declare spir_func float @_Z3cosf(i32)
    declare spir_func i32 @_Z3absi(i32)
    declare spir_func i64 @_Z3absl(i64)
    declare spir_func <3 x float> @_Z3tanDv4_f(<4 x float>)
    declare spir_func float @_Z8not_therei(i32)
    declare spir_func i64 @_Z13get_global_idj(i32)
    declare spir_func void @_Z9never_useddi(double, i32)
    define spir_func void @f(float %x, i32 %i, i64 %l, <4 x float> %v) {
      %a = call spir_func float @sinf(float %x)
      %wide = fpext float %x to double
      %b = call spir_func double @mux_sin_f64(double %wide)
      %c = call spir_func float @fmaf(float %x, float %x, float %x)
      %d = call spir_func float @_Z3sini(i32 %i)
      %e = call spir_func float @_Z3cosf(i32 %i)
      %g = call spir_func i32 @_Z3absi(i32 %i)
      %h = call spir_func i64 @_Z3absl(i64 %l)
      %j = call spir_func <3 x float> @_Z3tanDv4_f(<4 x float> %v)
      %k = call spir_func float @_Z8not_therei(i32 %i)
      %m = call spir_func float @_Z8not_therei(i32 %i)
      %n = call spir_func i64 @_Z13get_global_idj(i32 %i)
      ret void
    })",
                                                                context);
  const std::vector<std::string> expected = {
      "_Z3cosf", "_Z3sini", "_Z3tanDv4_f", "_Z8not_therei", "fmaf", "mux_sin_f64", "sinf"};
  CHECK(resolve_builtins(*module) == expected);
  CHECK(module->getFunction("_Z8not_therei")->isDeclaration());
  CHECK(module->getFunction("_Z13get_global_idj")->isDeclaration());
  CHECK_FALSE(module->getFunction("_Z3absi")->isDeclaration());
  CHECK(problems_of(*module) == "");
}

TEST_CASE("binaries cannot call internal functions of the pipeline", "[builtins]") {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = parse_retargeted(R"(
    target triple = "spir64"
    declare i32 @mux.work_group.reduce.add.i32(i32)
    declare void @mux.work_group.broadcast.i32(ptr)
    declare i32 @_Z21work_group_reduce_addi(i32)
    define i32 @f(i32 %x, ptr %p) {
      %a = call i32 @mux.work_group.reduce.add.i32(i32 %x)
      call void @mux.work_group.broadcast.i32(ptr %p)
      %b = call i32 @_Z21work_group_reduce_addi(i32 %x)
      %c = add i32 %a, %b
      ret i32 %c
    })",
                                                                context);
  const std::vector<std::string> expected = {"mux.work_group.broadcast.i32",
                                             "mux.work_group.reduce.add.i32"};
  CHECK(resolve_builtins(*module) == expected);
  CHECK(problems_of(*module) == "");
}

TEST_CASE("collectives and sub-group functions with wrong types are reported", "[builtins]") {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = parse_retargeted(R"(
    target triple = "spir64"
    @_Z14get_local_sizej = internal addrspace(1) global i32 0
    declare i64 @_Z21work_group_reduce_addi(i32)
    declare i32 @_Z20work_group_broadcasti(i32)
    declare i32 @_Z20work_group_broadcastij(i32, i32)
    declare i32 @_Z20work_group_broadcastim(i32, i64)
    declare float @_Z21work_group_reduce_andf(float)
    declare <2 x i32> @_Z21work_group_reduce_addDv2_i(<2 x i32>)
    declare i32 @_Z21work_group_reduce_foii(i32)
    declare i32 @_Z16sub_group_balloti(i32)
    declare i64 @_Z18get_sub_group_sizev()
    declare ptr @_Z19sub_group_broadcastPij(ptr, i32)
    declare float @_Z34sub_group_non_uniform_reduce_and_xf(float)
    define void @f(i32 %i, float %x, <2 x i32> %v, ptr %p) {
      %a = call i64 @_Z21work_group_reduce_addi(i32 %i)
      %b = call i32 @_Z20work_group_broadcasti(i32 %i)
      %c = call i32 @_Z20work_group_broadcastij(i32 %i, i32 %i)
      %d = call i32 @_Z20work_group_broadcastim(i32 %i, i64 0)
      %e = call float @_Z21work_group_reduce_andf(float %x)
      %g = call <2 x i32> @_Z21work_group_reduce_addDv2_i(<2 x i32> %v)
      %h = call i32 @_Z21work_group_reduce_foii(i32 %i)
      %j = call i32 @_Z16sub_group_balloti(i32 %i)
      %k = call i64 @_Z18get_sub_group_sizev()
      %m = call ptr @_Z19sub_group_broadcastPij(ptr %p, i32 0)
      %n = call float @_Z34sub_group_non_uniform_reduce_and_xf(float %x)
      ret void
    })",
                                                                context);
  CHECK(resolve_builtins(*module).size() == 11);
  CHECK(problems_of(*module) == "");
}

TEST_CASE("declarations with wrong types are reported, not expanded", "[builtins]") {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = parse_retargeted(R"(
    target triple = "spir64"
    @_Z14get_local_sizej = external addrspace(1) global i32
    declare ptr @_Z3minPfS_(ptr, ptr)
    declare ptr @_Z8upsamplePiS_(ptr, ptr)
    declare ptr @_Z6selectPiS_i(ptr, ptr, i32)
    declare void @_Z3absi(i32)
    declare i8 @_Z12convert_charf4(float)
    declare <4 x i8> @_Z13convert_uchar4i(i32)
    declare i32 @_Z10atomic_addPU3AS1Vff(ptr addrspace(1), float)
    declare i64 @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3),
        ptr addrspace(1), i64, i64)
    declare <3 x float> @_Z6vload4mPU3AS1Kf(i64, ptr addrspace(1))
    declare float @_Z9vload_halfmPU3AS1Kf(i64, ptr addrspace(1))
    declare float @_Z3sinDh(half)
    declare i32 @_Z5ldexpfi(float, i32)
    define void @f(ptr %p, ptr addrspace(1) %g, ptr addrspace(3) %l, float %x, half %h) {
      %a = call ptr @_Z3minPfS_(ptr %p, ptr %p)
      %b = call ptr @_Z8upsamplePiS_(ptr %p, ptr %p)
      %c = call ptr @_Z6selectPiS_i(ptr %p, ptr %p, i32 0)
      call void @_Z3absi(i32 0)
      %d = call i8 @_Z12convert_charf4(float %x)
      %e = call <4 x i8> @_Z13convert_uchar4i(i32 0)
      %i = call i32 @_Z10atomic_addPU3AS1Vff(ptr addrspace(1) %g, float %x)
      %j = call i64 @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3) %l,
          ptr addrspace(1) %g, i64 1, i64 0)
      %k = call <3 x float> @_Z6vload4mPU3AS1Kf(i64 0, ptr addrspace(1) %g)
      %m = call float @_Z9vload_halfmPU3AS1Kf(i64 0, ptr addrspace(1) %g)
      %n = call float @_Z3sinDh(half %h)
      %o = call i32 @_Z5ldexpfi(float %x, i32 0)
      ret void
    })",
                                                                context);
  CHECK(resolve_builtins(*module).size() == 12);
  CHECK(problems_of(*module) == "");
}

TEST_CASE("definitions in a module do not replace functions of the library or the runtime",
          "[builtins]") {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = parse_retargeted(R"(
    target triple = "spir64"
    @memcpy = internal addrspace(2) constant i32 7
    define internal float @mux_choose_sine(float %x, i1 %joint) {
      ret float 4.0
    }
    declare float @_Z3sinf(float)
    define float @f(float %x) {
      %a = call float @_Z3sinf(float %x)
      %b = call float @mux_choose_sine(float %x, i1 false)
      %c = load i32, ptr addrspace(2) @memcpy
      ret float %a
    })",
                                                                context);
  const llvm::Function *own = module->getFunction("mux_choose_sine");
  CHECK(resolve_builtins(*module).empty());
  CHECK(own->hasNUses(1));
  REQUIRE(module->getFunction("mux_choose_sine") != nullptr);
  CHECK(module->getFunction("mux_choose_sine") != own);
  CHECK(module->getNamedValue("memcpy") == nullptr);
  CHECK(problems_of(*module) == "");
}

TEST_CASE("functions that the module defines are not changed", "[builtins]") {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = parse_retargeted(R"(
    target triple = "spir64"
    define spir_func float @_Z5sinpif(float %x) {
      ret float 4.0
    }
    declare spir_func <2 x float> @_Z5sinpiDv2_f(<2 x float>)
    define spir_func <2 x float> @f(<2 x float> %x) {
      %a = call spir_func <2 x float> @_Z5sinpiDv2_f(<2 x float> %x)
      ret <2 x float> %a
    })",
                                                                context);
  CHECK(resolve_builtins(*module).empty());
  CHECK(module->getFunction("_Z5sinpif")->size() == 1);
  CHECK(problems_of(*module) == "");
}

}  // namespace mux::compiler
