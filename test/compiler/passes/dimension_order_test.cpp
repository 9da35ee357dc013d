#include "codegen/pipeline/dimensions/dimension_order.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>

#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "codegen/ir/work_item_context.h"
#include "codegen/pipeline/dimensions/dimension_strides.h"
#include "packet_runner.h"

namespace {

using mux::compiler::DimensionOrder;
using mux::compiler::natural_order;
using mux::compiler::Stride;
using mux::compiler::WorkItemContext;

std::unique_ptr<llvm::Module> parse(llvm::LLVMContext &context, const std::string &body) {
  return parse_function(
      context, "define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {\nentry:\n" + body + "\n}");
}

std::string text_of(const Stride &stride) {
  switch (stride.kind) {
    case Stride::Kind::unknown:
      return "unknown";
    case Stride::Kind::none:
      return "0";
    case Stride::Kind::regular: {
      std::string text = std::to_string(stride.bytes);
      for (unsigned i = 0; i < stride.factors; ++i) {
        text += "n";
      }
      return text;
    }
    case Stride::Kind::irregular:
      return "?";
  }
  return "";
}

/// The strides along x, y and z of named values.
std::map<std::string, std::string> strides_of(const std::string &body) {
  llvm::LLVMContext context;
  const auto module = parse(context, body);
  llvm::Function &function = *module->getFunction("f");
  const mux::compiler::DimensionStrides strides(function);
  std::map<std::string, std::string> result;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const mux::compiler::Strides each = strides.of(instruction);
    if (instruction.hasName()) {
      result[instruction.getName().str()] =
          text_of(each[0]) + " " + text_of(each[1]) + " " + text_of(each[2]);
    }
  }
  return result;
}

DimensionOrder order_of(const std::string &body) {
  llvm::LLVMContext context;
  const auto module = parse(context, body);
  return mux::compiler::find_dimension_order(*module->getFunction("f"));
}

/// Copies an element of a three-dimensional array with these indices.
std::string copy_at(const std::string &slow, const std::string &middle, const std::string &fast) {
  return "%wide = zext i32 %n to i64\n"
         "%a = mul i64 %" +
         slow +
         ", %wide\n"
         "%b = add i64 %a, %" +
         middle +
         "\n"
         "%c = mul i64 %b, %wide\n"
         "%d = add i64 %c, %" +
         fast +
         "\n"
         "%from = getelementptr float, ptr %in, i64 %d\n"
         "%to = getelementptr float, ptr %out, i64 %d\n"
         "%v = load float, ptr %from\n"
         "store float %v, ptr %to\n"
         "ret i32 -1";
}

}  // namespace

TEST_CASE("strides of ids, products and addresses") {
  const auto strides = strides_of(R"(
    %x = add i64 %first_global_id.x, %local_id.x
    %short = trunc i64 %x to i32
    %shifted = shl i32 %short, 3
    %y = mul i64 %local_id.y, %global_size.x
    %z = mul i64 %local_id.z, %global_size.y
    %zz = mul i64 %z, %global_size.x
    %sum = add i64 %y, %x
    %all = sub i64 %sum, %zz
    %nothing = sub i64 %x, %local_id.x
    %square = mul i64 %x, %x
    %from = getelementptr i32, ptr %in, i64 %all
    %v = load i32, ptr %from
    %same = load i32, ptr %in
    %linear = add i64 %local_index, 5
    ret i32 -1)");
  CHECK(strides.at("x") == "1 0 0");
  CHECK(strides.at("shifted") == "8 0 0");
  CHECK(strides.at("y") == "0 1n 0");
  CHECK(strides.at("zz") == "0 0 1nn");
  CHECK(strides.at("sum") == "1 1n 0");
  CHECK(strides.at("all") == "1 1n -1nn");
  CHECK(strides.at("nothing") == "0 0 0");
  CHECK(strides.at("square") == "? 0 0");
  CHECK(strides.at("from") == "4 4n -4nn");
  CHECK(strides.at("v") == "? ? ?");
  CHECK(strides.at("same") == "0 0 0");
  CHECK(strides.at("linear") == "1 1n 1nn");
}

TEST_CASE("strides of divided, masked, clamped and counted indices") {
  const auto strides = strides_of(R"(
    %eighth = udiv i64 %local_id.x, 8
    %rest = urem i64 %local_id.x, %global_size.x
    %low = and i64 %local_id.x, 15
    %high = and i64 %local_id.x, -16
    %before = sub i64 %local_id.x, 1
    %inside = call i64 @llvm.smax.i64(i64 %before, i64 0)
    %at_border = icmp eq i64 %local_id.x, 0
    %chosen = select i1 %at_border, i64 0, i64 %before
    br label %loop
  loop:
    %i = phi i64 [ %local_id.y, %entry ], [ %next, %loop ]
    %next = add i64 %i, %local_size.y
    %place = mul i64 %i, %global_size.x
    %more = icmp ult i64 %next, %global_size.y
    br i1 %more, label %loop, label %end
  end:
    ret i32 -1
  }
  declare i64 @llvm.smax.i64(i64, i64)
  define void @unused() {
    ret void)");
  CHECK(strides.at("eighth") == "0 0 0");
  CHECK(strides.at("rest") == "1 0 0");
  CHECK(strides.at("low") == "1 0 0");
  CHECK(strides.at("high") == "0 0 0");
  CHECK(strides.at("inside") == "1 0 0");
  CHECK(strides.at("chosen") == "1 0 0");
  CHECK(strides.at("i") == "0 1 0");
  CHECK(strides.at("place") == "0 1n 0");
  CHECK(strides.at("more") == "0 ? 0");
}

TEST_CASE("lanes run along the contiguous dimension, or else the smallest stride") {
  CHECK(order_of(copy_at("local_id.z", "local_id.y", "local_id.x")) == natural_order);
  CHECK(order_of(copy_at("local_id.x", "local_id.y", "local_id.z")) == DimensionOrder{2, 1, 0});
  CHECK(order_of(copy_at("local_id.y", "local_id.z", "local_id.x")) == DimensionOrder{0, 2, 1});
  CHECK(order_of(copy_at("local_id.z", "local_id.x", "local_id.y")) == DimensionOrder{1, 0, 2});
  // Dimensions that addresses do not depend on keep their order.
  CHECK(order_of(copy_at("global_size.x", "local_id.x", "local_id.y")) == DimensionOrder{1, 0, 2});
  CHECK(order_of(copy_at("global_size.x", "local_id.x", "local_id.z")) == DimensionOrder{2, 1, 0});
  CHECK(order_of(copy_at("local_id.x", "global_size.x", "global_size.y")) == natural_order);
}

TEST_CASE("lanes gather rather than scatter") {
  const std::string transpose = R"(
    %wide = zext i32 %n to i64
    %row = mul i64 %local_id.y, %wide
    %a = add i64 %row, %local_id.x
    %column = mul i64 %local_id.x, %wide
    %b = add i64 %column, %local_id.y
    %from = getelementptr float, ptr %in, i64 FROM
    %to = getelementptr float, ptr %out, i64 TO
    %v = load float, ptr %from
    store float %v, ptr %to
    ret i32 -1)";
  const auto with = [&](const std::string &from, const std::string &to) {
    std::string text = transpose;
    text.replace(text.find("FROM"), 4, from);
    text.replace(text.find("TO"), 2, to);
    return text;
  };
  CHECK(order_of(with("%a", "%b")) == DimensionOrder{1, 0, 2});
  CHECK(order_of(with("%b", "%a")) == natural_order);
}

TEST_CASE("private variables do not affect the dimension of lanes") {
  CHECK(order_of(R"(
    %variable = alloca [64 x i32]
    %row = mul i64 %local_id.x, %global_size.x
    %place = add i64 %row, %local_id.y
    %to = getelementptr i32, ptr %variable, i64 %place
    store i32 1, ptr %to
    ret i32 -1)") == natural_order);
}

TEST_CASE("a function in another order of dimensions has the same results") {
  llvm::LLVMContext context;
  const auto module = parse(context, R"(
    %x = add i64 %first_global_id.x, %local_id.x
    %y = add i64 %group_id.y, %local_id.y
    %z = add i64 %global_size.z, %local_id.z
    %linear = add i64 %local_index, 1
    %sum = add i64 %x, %y
    %sum.z = add i64 %sum, %z
    %sum.linear = add i64 %sum.z, %linear
    store i64 %sum.linear, ptr %out
    ret i32 -1)");
  llvm::Function &function = *module->getFunction("f");
  std::map<std::string, llvm::Instruction *> named;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    named[instruction.getName().str()] = &instruction;
  }
  mux::compiler::rename_dimensions(function, {2, 0, 1});
  CHECK_FALSE(llvm::verifyFunction(function));
  const WorkItemContext after = WorkItemContext::of(function);
  // The program's z is the code's x, its x the code's y, its y the code's z.
  CHECK(named["x"]->getOperand(0) == after.first_global_id[1]);
  CHECK(named["x"]->getOperand(1) == after.local_id[1]);
  CHECK(named["y"]->getOperand(0) == after.group_id[2]);
  CHECK(named["y"]->getOperand(1) == after.local_id[2]);
  CHECK(named["z"]->getOperand(0) == after.global_size[0]);
  CHECK(named["z"]->getOperand(1) == after.local_id[0]);
  // (z * size.y + y) * size.x + x
  CHECK(after.local_index->use_empty());
  const auto *linear = llvm::cast<llvm::Instruction>(named["linear"]->getOperand(0));
  CHECK(linear->getOperand(1) == after.local_id[1]);
  const auto *rows = llvm::cast<llvm::Instruction>(linear->getOperand(0));
  CHECK(rows->getOperand(1) == after.local_size[1]);
  const auto *row = llvm::cast<llvm::Instruction>(rows->getOperand(0));
  CHECK(row->getOperand(1) == after.local_id[2]);
  const auto *layers = llvm::cast<llvm::Instruction>(row->getOperand(0));
  CHECK(layers->getOperand(0) == after.local_id[0]);
  CHECK(layers->getOperand(1) == after.local_size[2]);
}
