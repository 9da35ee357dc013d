#include "codegen/vectorize/analysis/shapes.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "packet_runner.h"

namespace {

using mux::compiler::Packet;
using mux::compiler::Shape;

constexpr Packet one_part{16, {1, 1, 1}};
constexpr Packet wide{16, {4, 1, 1}};
constexpr Packet rows{16, {1, 4, 1}};

std::string text_of(const Shape &shape) {
  std::string text = shape.is_uniform()   ? "uniform"
                     : shape.is_strided() ? "strided " + std::to_string(shape.stride)
                                          : "varying";
  if (shape.exact_signed) {
    text += " signed";
  }
  if (shape.exact_unsigned) {
    text += " unsigned";
  }
  if (shape.varies_by_part()) {
    text += shape.continues_in_parts ? ", goes on in parts" : ", differs by part";
  }
  return text;
}

/// The shapes of named values.
std::map<std::string, std::string> shapes_of(const std::string &body, const Packet &packet,
                                             const std::string &attributes = {}) {
  llvm::LLVMContext context;
  const auto module =
      parse_function(context,
                     "declare i1 @mux.lanes.any(i1)\ndeclare void @mux.lanes.mask(i1)\n"
                     "define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) " +
                         attributes + " {\nentry:\n" + body + "\n}");
  llvm::Function &function = *module->getFunction("f");
  const mux::compiler::Shapes shapes(function, packet);
  std::map<std::string, std::string> result;
  for (const llvm::Argument &parameter : function.args()) {
    result[parameter.getName().str()] = text_of(shapes.of(parameter));
  }
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (instruction.hasName()) {
      result[instruction.getName().str()] = text_of(shapes.of(instruction));
    }
  }
  return result;
}

}  // namespace

TEST_CASE("ids along x are strided, those along y differ at most between parts") {
  const std::string nothing = "ret i32 -1";
  auto shapes = shapes_of(nothing, one_part);
  CHECK(shapes["local_id.x"] == "strided 1 signed unsigned");
  CHECK(shapes["local_index"] == "strided 1 signed unsigned");
  CHECK(shapes["local_id.y"] == "uniform");
  CHECK(shapes["n"] == "uniform");
  shapes = shapes_of(nothing, wide);
  CHECK(shapes["local_id.x"] == "strided 1 signed unsigned, goes on in parts");
  CHECK(shapes["local_index"] == "strided 1 signed unsigned, goes on in parts");
  CHECK(shapes["local_id.y"] == "uniform");
  shapes = shapes_of(nothing, rows);
  CHECK(shapes["local_id.x"] == "strided 1 signed unsigned");
  CHECK(shapes["local_index"] == "strided 1 signed unsigned, differs by part");
  CHECK(shapes["local_id.y"] == "uniform, differs by part");
  CHECK(shapes["local_id.z"] == "uniform");
}

TEST_CASE("sums and products with constants are strided") {
  auto shapes = shapes_of(R"(
  %x = add i64 %first_global_id.x, %local_id.x
  %narrow = trunc i64 %x to i32
  %twice = shl nsw i32 %narrow, 1
  %odd = or disjoint i32 %twice, 1
  %back = sub nsw i32 %n, %odd
  %wide = sext i32 %back to i64
  %a = getelementptr [3 x float], ptr %in, i64 %wide, i64 %local_id.y
  %same = sub i64 %x, %local_id.x
  %square = mul i64 %x, %x
  %scaled = mul i64 %x, %local_size.x
  %or = or i32 %narrow, 1
  ret i32 -1)",
                          wide);
  CHECK(shapes["x"] == "strided 1 signed unsigned, goes on in parts");
  CHECK(shapes["narrow"] == "strided 1 signed unsigned, goes on in parts");
  CHECK(shapes["odd"] == "strided 2 signed unsigned, goes on in parts");
  CHECK(shapes["back"] == "strided -2 signed, goes on in parts");
  CHECK(shapes["wide"] == "strided -2 signed, goes on in parts");
  CHECK(shapes["a"] == "strided -24, goes on in parts");
  CHECK(shapes["same"] == "uniform");
  CHECK(shapes["square"] == "varying, differs by part");
  CHECK(shapes["scaled"] == "varying, differs by part");
  CHECK(shapes["or"] == "varying, differs by part");
}

TEST_CASE("constants may change bits that are uniform across lanes") {
  auto shapes = shapes_of(R"(
  %x = trunc i64 %local_id.x to i32
  %four = shl nsw i32 %x, 2
  %sum = add nsw i32 %four, %n
  %down = and i32 %sum, -4
  %down.wide = sext i32 %down to i64
  %last = or i32 %sum, 3
  %other = xor i32 %sum, 2
  %more = and i32 %sum, -8
  %higher = or i32 %sum, 4
  ret i32 -1)",
                          wide);
  CHECK(shapes["sum"] == "strided 4 signed, goes on in parts");
  CHECK(shapes["down"] == "strided 4 signed, goes on in parts");
  CHECK(shapes["down.wide"] == "strided 4 signed, goes on in parts");
  CHECK(shapes["last"] == "strided 4 signed, goes on in parts");
  CHECK(shapes["other"] == "strided 4 signed, goes on in parts");
  CHECK(shapes["more"] == "varying, differs by part");
  CHECK(shapes["higher"] == "varying, differs by part");
}

TEST_CASE("values that may wrap are not strided after extension") {
  auto shapes = shapes_of(R"(
  %x = trunc i64 %local_id.x to i32
  %sum = add i32 %x, %n
  %sum.wide = sext i32 %sum to i64
  %promised = add nsw i32 %x, %n
  %promised.wide = sext i32 %promised to i64
  %promised.zero = zext i32 %promised to i64
  %not.negative = zext nneg i32 %promised to i64
  %byte = trunc i64 %local_id.x to i8
  %byte.wide = zext i8 %byte to i64
  %less = sub nuw i32 %x, %n
  %less.wide = zext i32 %less to i64
  %less.signed = sext i32 %less to i64
  %two = trunc i64 %local_id.x to i1
  ret i32 -1)",
                          one_part);
  CHECK(shapes["sum"] == "strided 1");
  CHECK(shapes["sum.wide"] == "varying");
  CHECK(shapes["promised"] == "strided 1 signed");
  CHECK(shapes["promised.wide"] == "strided 1 signed");
  CHECK(shapes["promised.zero"] == "varying");
  CHECK(shapes["not.negative"] == "strided 1 signed unsigned");
  CHECK(shapes["byte"] == "strided 1");
  CHECK(shapes["byte.wide"] == "varying");
  CHECK(shapes["less.wide"] == "strided 1 signed unsigned");
  CHECK(shapes["less.signed"] == "varying");
  CHECK(shapes["two"] == "varying");
}

TEST_CASE("bounds of ids prove sums without nsw and nuw") {
  auto shapes = shapes_of(R"(
  %x = trunc i64 %local_id.x to i32
  %less = add i32 %x, -100
  %less.wide = sext i32 %less to i64
  %more = add i32 %x, 100
  %more.wide = zext i32 %more to i64
  %more.signed = sext i32 %more to i64
  ret i32 -1)",
                          one_part);
  CHECK(shapes["less.wide"] == "strided 1 signed");
  CHECK(shapes["more.wide"] == "strided 1 signed unsigned");
  CHECK(shapes["more.signed"] == "varying");
}

TEST_CASE("phis and selects have the common shape of their values") {
  auto shapes = shapes_of(R"(
  %x = trunc i64 %local_id.x to i32
  %c = icmp eq i32 %n, 0
  %v = icmp eq i32 %x, 0
  %moved = select i1 %c, i64 %local_id.x, i64 %local_index
  %either = select i1 %v, i64 %local_id.x, i64 %local_index
  %mixed = select i1 %c, i64 %local_id.x, i64 0
  br label %loop
loop:
  %i = phi i32 [ %x, %entry ], [ %i.next, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %u = phi i32 [ undef, %entry ], [ %i, %loop ]
  %s = phi i32 [ 0, %entry ], [ %i, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %i.next = add nsw i32 %i, 64
  %k.next = add i32 %k, 1
  %sum.next = add i32 %sum, %i
  %w = sext i32 %i to i64
  %again = icmp ult i32 %k.next, %n
  br i1 %again, label %loop, label %end
end:
  ret i32 -1)",
                          rows);
  CHECK(shapes["moved"] == "strided 1 signed unsigned, differs by part");
  CHECK(shapes["either"] == "varying, differs by part");
  CHECK(shapes["mixed"] == "varying");
  CHECK(shapes["i"] == "strided 1 signed");
  CHECK(shapes["u"] == "strided 1 signed");
  CHECK(shapes["w"] == "strided 1 signed");
  CHECK(shapes["k"] == "uniform");
  CHECK(shapes["again"] == "uniform");
  CHECK(shapes["s"] == "varying");
  CHECK(shapes["sum"] == "varying");
}

TEST_CASE("memory: uniform addresses are uniform, private variables are varying") {
  auto shapes = shapes_of(R"(
  %variable = alloca i64
  %own = load i64, ptr %variable
  %one = load i32, ptr %in
  %row = getelementptr float, ptr %in, i64 %local_id.y
  %of.row = load float, ptr %row
  %column = getelementptr float, ptr %in, i64 %local_id.x
  %of.column = load float, ptr %column
  %shared = load volatile i32, ptr %in
  %old = atomicrmw add ptr %in, i32 1 monotonic
  %c = fcmp oeq float %of.column, 0.0
  %any = call i1 @mux.lanes.any(i1 %c)
  ret i32 -1)",
                          rows);
  CHECK(shapes["variable"] == "strided 8, differs by part");
  CHECK(shapes["own"] == "varying, differs by part");
  CHECK(shapes["one"] == "uniform");
  CHECK(shapes["of.row"] == "uniform, differs by part");
  CHECK(shapes["of.column"] == "varying");
  CHECK(shapes["shared"] == "varying, differs by part");
  CHECK(shapes["old"] == "varying, differs by part");
  CHECK(shapes["any"] == "uniform");
}

TEST_CASE("addresses of accesses are strided although their index may wrap") {
  auto shapes = shapes_of(R"(
  %x = trunc i64 %local_id.x to i32
  %sum = add i32 %x, %n
  %wide = zext i32 %sum to i64
  %place = getelementptr float, ptr %in, i64 %wide
  %v = load float, ptr %place
  %next = getelementptr float, ptr %place, i64 1
  store float %v, ptr %next
  %other = getelementptr double, ptr %in, i64 %wide
  %number = ptrtoint ptr %other to i64
  store i64 %number, ptr %other
  %short = trunc i32 %sum to i16
  %wide.short = zext i16 %short to i64
  %small = getelementptr float, ptr %in, i64 %wide.short
  store float %v, ptr %small
  ret i32 -1)",
                          wide);
  CHECK(shapes["wide"] == "varying, differs by part");
  CHECK(shapes["place"] == "strided 4, goes on in parts");
  CHECK(shapes["next"] == "strided 4, goes on in parts");
  CHECK(shapes["other"] == "varying, differs by part");
  CHECK(shapes["small"] == "varying, differs by part");
}

TEST_CASE("truncated and extended ids are unchanged") {
  auto shapes = shapes_of(R"(
  %x = add i64 %first_global_id.x, %local_id.x
  %half = trunc i64 %x to i32
  %low = zext i32 %half to i64
  %right = sext i32 %half to i64
  %byte = and i64 %x, 255
  %wide = zext i32 %n to i64
  %more = add i64 %x, %wide
  %half.more = trunc i64 %more to i32
  %low.more = zext i32 %half.more to i64
  %p = getelementptr float, ptr %in, i64 %low.more
  %v = load float, ptr %p
  %right.more = sext i32 %half.more to i64
  %q = getelementptr float, ptr %in, i64 %right.more
  store float %v, ptr %q
  ret i32 -1)",
                          wide);
  CHECK(shapes["low"] == "strided 1 signed unsigned, goes on in parts");
  CHECK(shapes["right"] == "strided 1 signed unsigned, goes on in parts");
  CHECK(shapes["byte"] == "varying, differs by part");
  CHECK(shapes["low.more"] == "varying, differs by part");
  CHECK(shapes["p"] == "strided 4, goes on in parts");
  CHECK(shapes["right.more"] == "varying, differs by part");
  CHECK(shapes["q"] == "strided 4, goes on in parts");
}

TEST_CASE("complements are strided, and exact if the operand is") {
  const std::string body = R"(  %id = trunc i64 %local_id.x to i32
  %complement = xor i32 %id, -1
  %mirrored = add i32 %complement, %n
  %signed = sext i32 %complement to i64
  %sum = add i32 %id, %n
  %of_sum = xor i32 %sum, -1
  %of_same = xor i32 %n, -1
  %position = sext i32 %mirrored to i64
  %address = getelementptr i32, ptr %in, i64 %position
  %value = load i32, ptr %address
  ret i32 -1)";
  auto shapes = shapes_of(body, wide);
  CHECK(shapes["complement"] == "strided -1 signed unsigned, goes on in parts");
  CHECK(shapes["mirrored"] == "strided -1, goes on in parts");
  CHECK(shapes["signed"] == "strided -1 signed, goes on in parts");
  CHECK(shapes["of_sum"] == "strided -1, goes on in parts");
  CHECK(shapes["of_same"] == "uniform");
  CHECK(shapes["address"] == "strided -4, goes on in parts");
}

TEST_CASE("ids computed from group id and local size are recognized") {
  const std::string body = R"(
  %first = mul i64 %local_size.x, %group_id.x
  %x = add i64 %first, %local_id.x
  %half = trunc i64 %x to i32
  %right = sext i32 %half to i64
  %fixed.first = shl i64 %group_id.x, 7
  %fixed = add i64 %fixed.first, %local_id.x
  %fixed.half = trunc i64 %fixed to i32
  %fixed.right = sext i32 %fixed.half to i64
  %other.first = mul i64 %group_id.x, 48
  %other = add i64 %other.first, %local_id.x
  %other.half = trunc i64 %other to i32
  %other.right = sext i32 %other.half to i64
  %wrong.first = mul i64 %group_id.y, %local_size.x
  %wrong = add i64 %wrong.first, %local_id.x
  %wrong.half = trunc i64 %wrong to i32
  %wrong.right = sext i32 %wrong.half to i64
  ret i32 -1)";
  auto shapes = shapes_of(body, wide);
  CHECK(shapes["right"] == "strided 1 signed unsigned, goes on in parts");
  CHECK(shapes["fixed.right"] == "varying, differs by part");
  CHECK(shapes["other.right"] == "varying, differs by part");
  CHECK(shapes["wrong.right"] == "varying, differs by part");
  shapes = shapes_of(body, wide, "\"mux.local-size-x\"=\"128\"");
  CHECK(shapes["right"] == "strided 1 signed unsigned, goes on in parts");
  CHECK(shapes["fixed.right"] == "strided 1 signed unsigned, goes on in parts");
  CHECK(shapes["other.right"] == "varying, differs by part");
  shapes = shapes_of(body, wide, "\"mux.local-size-x\"=\"48\"");
  CHECK(shapes["fixed.right"] == "varying, differs by part");
  CHECK(shapes["other.right"] == "strided 1 signed unsigned, goes on in parts");
  shapes = shapes_of(body, wide, "\"mux.large-ids\"");
  CHECK(shapes["right"] == "varying, differs by part");
}

TEST_CASE("packets start at multiples of their width: higher bits are uniform") {
  const std::string body = R"(
  %x = trunc i64 %local_id.x to i32
  %group = lshr i32 %x, 6
  %start = and i32 %x, -64
  %inside = and i32 %x, 63
  %narrow = and i32 %x, 15
  %few = and i32 %x, 7
  %half = lshr i32 %x, 3
  %moved = add i32 %inside, 128
  %partner = xor i32 %x, 64
  %neighbor = xor i32 %x, 1
  %twice = shl i32 %x, 1
  %twice.start = and i32 %twice, 64
  %id = add i64 %first_global_id.x, %local_id.x
  %unknown = and i64 %id, 63
  %small = icmp eq i32 %start, 0
  ret i32 -1)";
  auto shapes = shapes_of(body, wide);
  CHECK(shapes["group"] == "uniform");
  CHECK(shapes["start"] == "uniform");
  CHECK(shapes["inside"] == "strided 1 signed unsigned, goes on in parts");
  CHECK(shapes["moved"] == "strided 1 signed unsigned, goes on in parts");
  CHECK(shapes["narrow"] == "varying, differs by part");
  CHECK(shapes["half"] == "varying, differs by part");
  CHECK(shapes["partner"] == "strided 1 signed unsigned, goes on in parts");
  CHECK(shapes["neighbor"] == "varying, differs by part");
  CHECK(shapes["twice.start"] == "varying, differs by part");
  CHECK(shapes["unknown"] == "varying, differs by part");
  CHECK(shapes["small"] == "uniform");
  shapes = shapes_of(body, rows);
  CHECK(shapes["group"] == "uniform");
  CHECK(shapes["narrow"] == "strided 1 signed unsigned");
  CHECK(shapes["few"] == "varying");
  CHECK(shapes["half"] == "varying");
  CHECK(shapes["twice.start"] == "uniform");
}

TEST_CASE("adding multiples of the packet width changes only uniform bits") {
  const std::string body = R"(
  %x = trunc i64 %local_id.x to i32
  %multiple = and i32 %n, -64
  %low.set = or i32 %n, 63
  %partner = xor i32 %multiple, %x
  %other = xor i32 %x, %n
  %bit = and i32 %x, %multiple
  %inside = and i32 %low.set, %x
  %any = and i32 %x, %n
  %is.lower = icmp ugt i32 %partner, %x
  %is.less = icmp slt i32 %x, %inside
  %is.other = icmp ugt i32 %other, %x
  %next = add i32 %x, 1
  %is.next = icmp eq i32 %next, %partner
  %first = and i64 %first_global_id.x, -64
  %id = add i64 %first, %local_id.x
  %narrow = trunc i64 %id to i32
  %narrow.partner = xor i32 %narrow, %multiple
  ret i32 -1)";
  auto shapes = shapes_of(body, wide);
  CHECK(shapes["partner"] == "strided 1 unsigned, goes on in parts");
  CHECK(shapes["other"] == "varying, differs by part");
  CHECK(shapes["bit"] == "uniform");
  CHECK(shapes["inside"] == "strided 1 signed unsigned, goes on in parts");
  CHECK(shapes["any"] == "varying, differs by part");
  CHECK(shapes["is.lower"] == "uniform");
  CHECK(shapes["is.less"] == "uniform");
  CHECK(shapes["is.other"] == "varying, differs by part");
  // Its first work-item has bits that differ from the others'.
  CHECK(shapes["is.next"] == "varying, differs by part");
  CHECK(shapes["id"] == "strided 1 signed unsigned, goes on in parts");
  CHECK(shapes["narrow"] == "strided 1 signed unsigned, goes on in parts");
  CHECK(shapes["narrow.partner"] == "strided 1 unsigned, goes on in parts");
}
