#include <catch2/catch.hpp>
#include <string>

#include "packet_runner.h"

TEST_CASE("contiguous accesses with an offset and a uniform factor") {
  require_same_by_packets(R"(
define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {
  %x = add nuw i64 %first_global_id.x, %local_id.x
  %y = add nuw i64 %first_global_id.y, %local_id.y
  %row = mul i64 %y, 64
  %place = add i64 %row, %local_id.x
  %a = getelementptr inbounds float, ptr %in, i64 %place
  %v = load float, ptr %a
  %b = getelementptr float, ptr %a, i64 1
  %w = load float, ptr %b
  %s = load float, ptr %in
  %p = fmul contract float %v, %s
  %q = fadd contract float %p, %w
  %to = getelementptr inbounds float, ptr %out, i64 %local_index
  store float %q, ptr %to
  ret i32 -1
})",
                          0);
}

TEST_CASE("an index of 32 bits stays strided through extensions") {
  require_same_by_packets(R"(
define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {
  %x = add nuw i64 %first_global_id.x, %local_id.x
  %narrow = trunc i64 %x to i32
  %double = shl nsw i32 %narrow, 1
  %odd = or disjoint i32 %double, 1
  %wide = sext i32 %odd to i64
  %a = getelementptr i32, ptr %in, i64 %wide
  %v = load i32, ptr %a
  %back = sub nsw i32 0, %narrow
  %wide.back = sext i32 %back to i64
  %b = getelementptr i32, ptr %in, i64 %wide.back
  %w = load i32, ptr %b
  %sum = add i32 %v, %w
  %place = trunc i64 %local_index to i32
  %place.wide = zext nneg i32 %place to i64
  %to = getelementptr i32, ptr %out, i64 %place.wide
  store i32 %sum, ptr %to
  ret i32 -1
})",
                          0);
}

TEST_CASE("an inactive first lane may wrap") {
  // Work-items from 195 on read from index 0; inactive lanes would read from 2^32 - 3 on.
  require_same_by_packets(R"(
declare i1 @mux.lanes.any(i1)
declare void @mux.lanes.mask(i1)
define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {
entry:
  %x = add nuw i64 %first_global_id.x, %local_id.x
  %narrow = trunc i64 %x to i32
  %inside = icmp uge i32 %narrow, %n
  %any = call i1 @mux.lanes.any(i1 %inside)
  br i1 %any, label %body, label %end
body:
  call void @mux.lanes.mask(i1 %inside)
  %index = sub nuw i32 %narrow, %n
  %wide = zext i32 %index to i64
  %a = getelementptr i32, ptr %in, i64 %wide
  %v = load i32, ptr %a
  %next = add nuw i32 %index, 5
  %wide.next = zext i32 %next to i64
  %b = getelementptr i32, ptr %in, i64 %wide.next
  %w = load i32, ptr %b
  %sum = add i32 %v, %w
  %to = getelementptr i32, ptr %out, i64 %local_index
  store i32 %sum, ptr %to
  br label %end
end:
  ret i32 -1
})",
                          195);
}

TEST_CASE("unsigned indices may wrap before active lanes") {
  // Lanes from 5 on read from index 0; %back counts down to 0; %around wraps once for all lanes.
  require_same_by_packets(R"(
declare i1 @mux.lanes.any(i1)
declare void @mux.lanes.mask(i1)
define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {
entry:
  %x = trunc i64 %local_id.x to i32
  %y = trunc i64 %local_id.y to i32
  %inside = icmp uge i32 %x, 5
  %any = call i1 @mux.lanes.any(i1 %inside)
  br i1 %any, label %body, label %end
body:
  call void @mux.lanes.mask(i1 %inside)
  %row = mul i32 %y, %n
  %sum = add i32 %row, %x
  %less = add i32 %sum, -5
  %wide = zext i32 %less to i64
  %a = getelementptr i32, ptr %in, i64 %wide
  %u = load i32, ptr %a
  %twice = shl i32 %less, 1
  %wide.twice = zext i32 %twice to i64
  %b = getelementptr i32, ptr %in, i64 %wide.twice
  %v = load i32, ptr %b
  %back = sub i32 63, %x
  %wide.back = zext i32 %back to i64
  %c = getelementptr i32, ptr %in, i64 %wide.back
  %w = load i32, ptr %c
  %much = add i32 %x, -2000000000
  %around = add i32 %much, 1999999995
  %wide.around = sext i32 %around to i64
  %d = getelementptr i32, ptr %in, i64 %wide.around
  %t = load i32, ptr %d
  %id = add i64 %local_id.x, 4294967291
  %low = and i64 %id, 4294967295
  %e = getelementptr i32, ptr %in, i64 %low
  %e.v = load i32, ptr %e
  %left = shl i64 %id, 33
  %right = ashr exact i64 %left, 32
  %g = getelementptr i32, ptr %in, i64 %right
  %g.v = load i32, ptr %g
  %s0 = mul i32 %e.v, %g.v
  %s3 = add i32 %s0, %u
  %s1 = add i32 %s3, %v
  %s2 = mul i32 %w, %t
  %s = xor i32 %s1, %s2
  %to = getelementptr i32, ptr %out, i64 %local_index
  store i32 %s, ptr %to
  br label %end
end:
  ret i32 -1
})",
                          100);
}

TEST_CASE("a strided 32-bit counter continues after its first lanes have left the loop") {
  require_same_by_packets(R"(
declare i1 @mux.lanes.any(i1)
declare void @mux.lanes.mask(i1)
define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {
entry:
  %narrow = trunc i64 %local_id.x to i32
  %in.range = icmp slt i32 %narrow, %n
  %any = call i1 @mux.lanes.any(i1 %in.range)
  br i1 %any, label %loop, label %end
loop:
  %live = phi i1 [ %in.range, %entry ], [ %stay, %loop ]
  %i = phi i32 [ %narrow, %entry ], [ %i.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  call void @mux.lanes.mask(i1 %live)
  %wide = sext i32 %i to i64
  %a = getelementptr i32, ptr %in, i64 %wide
  %v = load i32, ptr %a
  %more = add i32 %sum, %v
  %sum.next = select i1 %live, i32 %more, i32 %sum
  %i.next = add nsw i32 %i, 48
  %again = icmp slt i32 %i.next, %n
  %stay = select i1 %live, i1 %again, i1 false
  %repeat = call i1 @mux.lanes.any(i1 %stay)
  br i1 %repeat, label %loop, label %end
end:
  %result = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %to = getelementptr i32, ptr %out, i64 %local_index
  store i32 %result, ptr %to
  ret i32 -1
})",
                          150);
}

TEST_CASE("inactive lanes may divide by zero") {
  require_same_by_packets(R"(
declare i1 @mux.lanes.any(i1)
declare void @mux.lanes.mask(i1)
define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {
entry:
  %x = trunc i64 %local_id.x to i32
  %y = trunc i64 %local_id.y to i32
  %by.x = and i32 %x, 3
  %some.x = icmp ne i32 %by.x, 0
  %any.x = call i1 @mux.lanes.any(i1 %some.x)
  br i1 %any.x, label %columns, label %next
columns:
  call void @mux.lanes.mask(i1 %some.x)
  %q = sdiv i32 %n, %by.x
  %r = urem i32 %n, %by.x
  %s = add i32 %q, %r
  br label %next
next:
  %t = phi i32 [ 0, %entry ], [ %s, %columns ]
  %t.x = select i1 %some.x, i32 %t, i32 7
  %some.y = icmp ne i32 %y, 0
  %any.y = call i1 @mux.lanes.any(i1 %some.y)
  br i1 %any.y, label %rows, label %end
rows:
  call void @mux.lanes.mask(i1 %some.y)
  %u = sdiv i32 %n, %y
  %v = add i32 %t.x, %u
  br label %end
end:
  %w = phi i32 [ 0, %next ], [ %v, %rows ]
  %result = select i1 %some.y, i32 %w, i32 %t.x
  %to = getelementptr i32, ptr %out, i64 %local_index
  store i32 %result, ptr %to
  ret i32 -1
})",
                          1000);
}

TEST_CASE("conditions are tested for all lanes of all parts") {
  require_same_by_packets(R"(
declare i1 @mux.lanes.any(i1)
declare void @mux.lanes.mask(i1)
define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {
entry:
  %x = trunc i64 %local_id.x to i32
  %y = trunc i64 %local_id.y to i32
  %first = icmp eq i32 %x, %n
  %any = call i1 @mux.lanes.any(i1 %first)
  br i1 %any, label %one, label %middle
one:
  call void @mux.lanes.mask(i1 %first)
  %to = getelementptr i32, ptr %out, i64 %local_index
  store i32 %n, ptr %to
  br label %middle
middle:
  %row = icmp eq i32 %y, 3
  %any.row = call i1 @mux.lanes.any(i1 %row)
  br i1 %any.row, label %two, label %end
two:
  call void @mux.lanes.mask(i1 %row)
  %to.two = getelementptr i32, ptr %out, i64 %local_index
  %after = getelementptr i32, ptr %to.two, i64 256
  store i32 %y, ptr %after
  br label %end
end:
  ret i32 -1
})",
                          37);
}

TEST_CASE("values that are not vector elements are stored by component") {
  require_same_by_packets(R"(
declare {i32, i1} @llvm.sadd.with.overflow.i32(i32, i32)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {
entry:
  %from = getelementptr <4 x float>, ptr %in, i64 %local_index
  %v = load <4 x float>, ptr %from
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %u = phi <4 x float> [ %v, %entry ], [ %u.next, %loop ]
  %c = fcmp ogt <4 x float> %u, <float 1.0, float 2.0, float 3.0, float 4.0>
  %h = fmul <4 x float> %u, <float 0.5, float 0.25, float 0.5, float 0.25>
  %k = fadd <4 x float> %u, <float 1.0, float 1.0, float 1.0, float 1.0>
  %s = select <4 x i1> %c, <4 x float> %h, <4 x float> %k
  %u.next = shufflevector <4 x float> %s, <4 x float> %u, <4 x i32> <i32 3, i32 6, i32 0, i32 1>
  %i.next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %i.next, 5
  br i1 %again, label %loop, label %end
end:
  %index = trunc i64 %local_id.x to i32
  %index.3 = and i32 %index, 3
  %e = extractelement <4 x float> %u.next, i32 %index.3
  %w = insertelement <4 x float> %u.next, float 7.0, i32 %index.3
  %r = call reassoc float @llvm.vector.reduce.fadd.v4f32(float 0.0, <4 x float> zeroinitializer)
  %e.2 = fadd float %e, %r
  %w.2 = insertelement <4 x float> %w, float %e.2, i32 1
  %bits = bitcast <4 x float> %w.2 to <2 x i64>
  %bit = extractelement <2 x i64> %bits, i32 0
  %low = trunc i64 %bit to i32
  %both = call {i32, i1} @llvm.sadd.with.overflow.i32(i32 %low, i32 %n)
  %sum = extractvalue {i32, i1} %both, 0
  %over = extractvalue {i32, i1} %both, 1
  %changed = insertvalue {i32, i1} %both, i32 5, 0
  %five = extractvalue {i32, i1} %changed, 0
  %result = select i1 %over, i32 %five, i32 %sum
  %to = getelementptr i32, ptr %out, i64 %local_index
  store i32 %result, ptr %to
  %to.v = getelementptr <4 x float>, ptr %out, i64 %local_index
  %to.w = getelementptr i8, ptr %to.v, i64 4096
  store <4 x float> %w.2, ptr %to.w
  ret i32 -1
})",
                          2000000000);
}

TEST_CASE("intrinsics and calls") {
  require_same_by_packets(R"(
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.abs.i32(i32, i1)
declare i16 @llvm.bswap.i16(i16)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.sqrt.f32(float)
declare float @llvm.powi.f32.i32(float, i32)
declare i1 @llvm.is.fpclass.f32(float, i32)
declare i32 @llvm.fptosi.sat.i32.f32(float)
define internal i32 @helper(i32 %a, i32 %b) noinline memory(none) {
  %c = mul i32 %a, %b
  %d = xor i32 %c, 77
  ret i32 %d
}
define internal void @counts(ptr %p, i32 %a) noinline {
  %old = load i32, ptr %p
  %new = add i32 %old, %a
  store i32 %new, ptr %p
  ret void
}
define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {
entry:
  %from = getelementptr i32, ptr %in, i64 %local_index
  %v = load i32, ptr %from
  %from.f = getelementptr float, ptr %in, i64 %local_index
  %g = load float, ptr %from.f
  %a = call i32 @llvm.fshl.i32(i32 %v, i32 %n, i32 5)
  %b = call i32 @llvm.ctpop.i32(i32 %a)
  %c = call i32 @llvm.abs.i32(i32 %v, i1 false)
  %t = trunc i32 %c to i16
  %s = call i16 @llvm.bswap.i16(i16 %t)
  %s.w = sext i16 %s to i32
  %h = call i32 @helper(i32 %s.w, i32 %b)
  %class = call i1 @llvm.is.fpclass.f32(float %g, i32 504)
  %positive = select i1 %class, float %g, float 2.0
  %r = call float @llvm.sqrt.f32(float %positive)
  %m = call float @llvm.fma.f32(float %r, float %positive, float 1.5)
  %p = call float @llvm.powi.f32.i32(float %m, i32 3)
  %j = call i32 @llvm.fptosi.sat.i32.f32(float %p)
  %k = add i32 %h, %j
  %to = getelementptr i32, ptr %out, i64 %local_index
  store i32 %k, ptr %to
  %shared = getelementptr i32, ptr %out, i64 5000
  call void @counts(ptr %shared, i32 %k)
  %u = call i32 @helper(i32 %n, i32 %n)
  call void @counts(ptr %shared, i32 %u)
  ret i32 -1
})",
                          12345);
}

/// Divides numbers of all sizes, and ids, by each other.
static std::string divisions(const std::string &type, const std::string &sign) {
  std::string body =
      "define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {\n"
      "  %from = getelementptr i64, ptr %in, i64 %local_index\n"
      "  %to = getelementptr i64, ptr %out, i64 %local_index\n";
  const auto line = [&](const std::string &text) { body += "  " + text + "\n"; };
  // Compiling divisions takes long: these few cover every kind of dividend and divisor.
  for (int i = 0; i < 6; ++i) {
    const std::string k = std::to_string(i);
    // Neighbors in memory, and numbers one larger or smaller than a multiple.
    line("%a.from." + k + " = getelementptr i32, ptr %from, i64 " + std::to_string(17 * i));
    line("%b.from." + k + " = getelementptr i32, ptr %from, i64 " + std::to_string(1 - 23 * i));
    line("%a0." + k + " = load " + type + ", ptr %a.from." + k);
    line("%b0." + k + " = load " + type + ", ptr %b.from." + k);
    line("%b1." + k + " = lshr " + type + " %b0." + k + ", " + std::to_string(i % 7));
    line("%b." + k + " = or " + type + " %b1." + k + ", 2");
    line("%m0." + k + " = mul " + type + " %a0." + k + ", %b." + k);
    line("%m." + k + " = add " + type + " %m0." + k + ", " + std::to_string(i % 3 - 1));
    line("%odd." + k + " = icmp eq i32 " + k + ", 5");
    line("%b.last." + k + " = select i1 %odd." + k + ", " + type + " 3, " + type + " %b." + k);
    const std::string dividend = i % 2 == 0 ? "%a0." : "%m.";
    const std::string divisor = sign == "s" ? "%c." : "%b.last.";
    // A signed division by -1 may overflow.
    line("%minus." + k + " = icmp eq " + type + " %b.last." + k + ", -1");
    line("%c." + k + " = select i1 %minus." + k + ", " + type + " 7, " + type + " %b.last." + k);
    line("%q." + k + " = " + sign + "div " + type + " " + dividend + k + ", " + divisor + k);
    line("%r." + k + " = " + sign + "rem " + type + " " + dividend + k + ", " + divisor + k);
    line("%to.q." + k + " = getelementptr i8, ptr %to, i64 " + std::to_string(4096 * i));
    line("%to.r." + k + " = getelementptr i8, ptr %to.q." + k + ", i64 2048");
    line("store " + type + " %q." + k + ", ptr %to.q." + k);
    line("store " + type + " %r." + k + ", ptr %to.r." + k);
  }
  return body + "  ret i32 -1\n}";
}

TEST_CASE("quotients and remainders of all bit widths") {
  for (const char *type : {"i8", "i16", "i32", "i64"}) {
    for (const char *sign : {"s", "u"}) {
      INFO(type << " " << sign);
      require_same_by_packets(divisions(type, sign), few_packets());
    }
  }
}

TEST_CASE("upper halves of 64-bit products") {
  std::string body =
      "define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {\n"
      "  %a.from = getelementptr i64, ptr %in, i64 %local_index\n"
      "  %b.from = getelementptr i32, ptr %a.from, i64 1\n"
      "  %a.0 = load i64, ptr %a.from\n"
      "  %b.0 = load i64, ptr %b.from\n"
      "  %full = ashr i64 %b.0, 63\n"
      "  %a.1 = or i64 %a.0, %full\n"
      "  %b.1 = xor i64 %full, 9223372036854775807\n"
      "  %a.2 = ashr i64 %a.0, 31\n"
      "  %b.2 = lshr i64 %b.0, 31\n";
  const auto line = [&](const std::string &text) { body += "  " + text + "\n"; };
  std::string sum = "%a.0";
  int number = 0;
  const auto add_product = [&](const std::string &a, const std::string &b, const char *shift) {
    const std::string k = std::to_string(number++);
    line("%product." + k + " = mul i128 " + a + ", " + b);
    line("%upper." + k + " = " + shift + " i128 %product." + k + ", 64");
    line("%high." + k + " = trunc i128 %upper." + k + " to i64");
    line("%odd." + k + " = mul i64 " + sum + ", 77");
    line("%sum." + k + " = xor i64 %odd." + k + ", %high." + k);
    sum = "%sum." + k;
  };
  for (const char *extension : {"zext", "sext"}) {
    for (const std::string i : {"0", "1", "2"}) {
      for (const std::string name : {"a.", "b."}) {
        line("%" + name + extension + i + " = " + extension + " i64 %" + name + i + " to i128");
      }
      const std::string a = std::string("%a.") + extension + i;
      const std::string b = std::string("%b.") + extension + i;
      add_product(a, b, "lshr");
      add_product(a, b, "ashr");
      add_product(a, "%b.zext" + i, "lshr");
      add_product(a, a, "lshr");
      add_product(a, "18446744073709551615", "lshr");
      add_product("-3", b, "ashr");
    }
  }
  line("%to = getelementptr i64, ptr %out, i64 %local_index");
  line("store i64 " + sum + ", ptr %to");
  require_same_by_packets(body + "  ret i32 -1\n}", few_packets());
}

TEST_CASE("64-bit division by constants") {
  std::string body =
      "define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {\n"
      "  %a.from = getelementptr i64, ptr %in, i64 %local_index\n"
      "  %a.0 = load i64, ptr %a.from\n"
      "  %b.from = getelementptr i32, ptr %a.from, i64 1\n"
      "  %b = load i64, ptr %b.from\n"
      "  %a.1 = ashr i64 %b, 40\n"
      "  %top = and i64 %b, -9223372036854775807\n"
      "  %a.2 = sub i64 0, %top\n";
  const auto line = [&](const std::string &text) { body += "  " + text + "\n"; };
  std::string sum = "%b";
  int number = 0;
  for (const char *divisor : {"7", "10", "4294967297", "-3", "9223372036854775807", "-64"}) {
    for (const char *operation : {"udiv", "urem", "sdiv", "srem"}) {
      for (const char *dividend : {"%a.0", "%a.1", "%a.2"}) {
        const std::string k = std::to_string(number++);
        line("%r." + k + " = " + operation + " i64 " + dividend + ", " + divisor);
        line("%odd." + k + " = mul i64 " + sum + ", 77");
        line("%sum." + k + " = xor i64 %odd." + k + ", %r." + k);
        sum = "%sum." + k;
      }
    }
  }
  line("%to = getelementptr i64, ptr %out, i64 %local_index");
  line("store i64 " + sum + ", ptr %to");
  require_same_by_packets(body + "  ret i32 -1\n}", few_packets());
}

TEST_CASE("ids are divided by 64-bit numbers") {
  require_same_by_packets(R"(
define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {
  %x = add i64 %first_global_id.x, %local_id.x
  %from = getelementptr i64, ptr %in, i64 %local_index
  %b0 = load i64, ptr %from
  %places = and i64 %b0, 63
  %b1 = lshr i64 %b0, %places
  %b = or i64 %b1, 1
  %q = udiv i64 %x, %b
  %r = urem i64 %x, %b
  %wide = sext i32 %n to i64
  %s = udiv i64 %x, %wide
  %t = urem i64 %x, %wide
  %c1 = or i64 %b1, 2
  %c2 = sub i64 0, %c1
  %c3 = icmp eq i64 %c2, 0
  %c = select i1 %c3, i64 -5, i64 %c2
  %u = sdiv i64 %x, %c
  %v = srem i64 %x, %c
  %e0 = xor i64 %q, %r
  %e1 = add i64 %s, %t
  %e2 = mul i64 %u, 77
  %e3 = xor i64 %e2, %v
  %e4 = mul i64 %e1, %e0
  %e5 = add i64 %e3, %e4
  %to = getelementptr i64, ptr %out, i64 %local_index
  store i64 %e5, ptr %to
  ret i32 -1
})",
                          7);
}

TEST_CASE("high and low bits of ids") {
  std::string body =
      "define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {\n"
      "  %x = trunc i64 %local_id.x to i32\n"
      "  %sum.0 = add i32 %n, 0\n";
  const auto line = [&](const std::string &text) { body += "  " + text + "\n"; };
  for (int i = 0; i < 6; ++i) {
    const std::string k = std::to_string(i);
    const std::string power = std::to_string(1 << i);
    line("%high." + k + " = lshr i32 %x, " + k);
    line("%start." + k + " = and i32 %x, -" + power);
    line("%low." + k + " = and i32 %x, " + std::to_string((2 << i) - 1));
    line("%partner." + k + " = xor i32 %x, " + power);
    line("%more." + k + " = add i32 %low." + k + ", 5");
    std::string sum = "%sum." + k;
    for (const std::string name : {"high", "start", "more", "partner"}) {
      const std::string own = name + "." + k;
      line("%wide." + own + " = zext i32 %" + own + " to i64");
      line("%from." + own + " = getelementptr i32, ptr %in, i64 %wide." + own);
      line("%v." + own + " = load i32, ptr %from." + own);
      line("%product." + own + " = mul i32 " + sum + ", 77");
      line("%sum." + own + " = add i32 %product." + own + ", %v." + own);
      sum = "%sum." + own;
    }
    line("%sum." + std::to_string(i + 1) + " = xor i32 " + sum + ", 1");
  }
  line("%to = getelementptr i32, ptr %out, i64 %local_index");
  line("store i32 %sum.6, ptr %to");
  require_same_by_packets(body + "  ret i32 -1\n}", 3);
}

TEST_CASE("a counter of 32 bits in a phi of 64") {
  require_same_by_packets(R"(
define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {
entry:
  %id = add i64 %first_global_id.x, %local_id.x
  %start = add i64 %id, 4294967000
  br label %loop
loop:
  %i.long = phi i64 [ %start, %entry ], [ %i.next, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %i.short = trunc i64 %i.long to i32
  %i = and i64 %i.long, 4294967295
  %j = and i64 %i, 1023
  %from = getelementptr i32, ptr %in, i64 %j
  %v = load i32, ptr %from
  %w = add i32 %v, %i.short
  %odd = mul i32 %sum, 77
  %sum.next = add i32 %odd, %w
  %twice = mul i64 %i, 3
  %i.next = add i64 %twice, %local_size.x
  %k.next = add i32 %k, 1
  %again = icmp ult i32 %k.next, %n
  br i1 %again, label %loop, label %end
end:
  %to = getelementptr i32, ptr %out, i64 %local_index
  store i32 %sum.next, ptr %to
  ret i32 -1
})",
                          5);
}
