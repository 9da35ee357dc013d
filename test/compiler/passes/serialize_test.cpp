#include <catch2/catch.hpp>

#include "packet_comparison.h"

namespace mux::test {

namespace {

/// %own is the work-item's element of `a`, %to its address in `b`, %condition is true for about
/// half of the work-items.
const std::string start = R"(
    %from = getelementptr i32, ptr addrspace(1) %a, i64 %local_index
    %to = getelementptr i32, ptr addrspace(1) %b, i64 %local_index
    %own = load i32, ptr addrspace(1) %from
    %bit = and i32 %own, 16
    %condition = icmp ne i32 %bit, 0
)";

/// The body in straight-line code, or under the condition.
PacketKernel kernel_of(const std::string &body, bool masked, const std::string &before = "") {
  PacketKernel kernel;
  const std::string mask = R"(
    %any = call i1 @mux.lanes.any(i1 %condition)
    br i1 %any, label %masked, label %end
  masked:
    call void @mux.lanes.mask(i1 %condition)
  )";
  const std::string end = R"(
    br label %end
  end:
    ret i32 -1)";
  kernel.body = before + start + (masked ? mask : "") + body + end;
  return kernel;
}

void compare_both(const std::string &body, const std::string &declarations = "",
                  const std::string &before = "") {
  for (const bool masked : {false, true}) {
    INFO((masked ? "masked" : "for all"));
    PacketKernel kernel = kernel_of(body, masked, before);
    kernel.declarations = declarations;
    kernel.more_bytes[2] = 256;
    kernel.fill_c = 0;
    compare_packets(kernel);
  }
}

const std::string store_old = "store i32 %old, ptr addrspace(1) %to\n";

}  // namespace

TEST_CASE("Atomic operations on a uniform address are combined") {
  for (const char *operation : {"add", "sub", "and", "or", "xor", "max", "min", "umax", "umin"}) {
    INFO(operation);
    const std::string update =
        "%old = atomicrmw " + std::string(operation) + " ptr addrspace(1) %c, i32 %own monotonic\n";
    for (const bool masked : {false, true}) {
      for (const bool used : {false, true}) {
        INFO(masked << used);
        const PacketKernel kernel = kernel_of(update + (used ? store_old : ""), masked);
        compare_some_packets(kernel);
        CHECK(count(widened_text(kernel, 8, 2), "atomicrmw") == 1);
      }
    }
  }
}

TEST_CASE("Counters of all sizes") {
  for (const char *type : {"i8", "i16", "i32", "i64"}) {
    for (const char *operation : {"add", "sub", "xor", "or"}) {
      INFO(type << " " << operation);
      const std::string update = "%was = atomicrmw " + std::string(operation) +
                                 " ptr addrspace(1) %c, " + type + " 3 acq_rel\n";
      for (const bool masked : {false, true}) {
        compare_some_packets(kernel_of(update, masked));
      }
    }
  }
}

TEST_CASE("Atomic increments whose results are used") {
  compare_both("%old = atomicrmw add ptr addrspace(1) %c, i32 1 monotonic\n" + store_old);
}

TEST_CASE("Atomic operations on one address per row") {
  const std::string update = R"(
    %place = getelementptr i32, ptr addrspace(1) %c, i64 %local_id.1
    %old = atomicrmw add ptr addrspace(1) %place, i32 %own monotonic
  )";
  compare_both(update);
  compare_both(update + store_old);
}

TEST_CASE("Atomic operations on local memory") {
  const std::string update = R"(
    %local = addrspacecast ptr %scratch to ptr addrspace(3)
    %low = and i32 %own, 15
    %place = getelementptr i32, ptr addrspace(3) %local, i32 %low
    %old = atomicrmw add ptr addrspace(3) %place, i32 1 monotonic
  )";
  compare_both(update + store_old);
}

TEST_CASE("Counters indexed by narrow elements") {
  for (const std::string type : {"i8", "i16"}) {
    for (const std::string extend : {"zext", "sext"}) {
      INFO(type << " " << extend);
      compare_both(R"(
        %local = addrspacecast ptr %scratch to ptr addrspace(3)
        %narrow.from = getelementptr )" +
                   type + R"(, ptr addrspace(1) %a, i64 %local_index
        %narrow = load )" +
                   type + R"(, ptr addrspace(1) %narrow.from, align 1
        %extended = )" +
                   extend + " " + type + R"( %narrow to i32
        %low = and i32 %extended, 15
        %place = getelementptr i32, ptr addrspace(3) %local, i32 %low
        %old = atomicrmw add ptr addrspace(3) %place, i32 %extended monotonic
      )" + store_old);
    }
  }
}

TEST_CASE("Atomic operations one after the other") {
  const std::string place = R"(
    %low = and i32 %own, 15
    %wide = zext i32 %low to i64
    %place = getelementptr i32, ptr addrspace(1) %c, i64 %wide
  )";
  compare_both(place + "%old = atomicrmw add ptr addrspace(1) %place, i32 %own seq_cst\n" +
               store_old);
  compare_both(place + "%old = atomicrmw xchg ptr addrspace(1) %place, i32 %own seq_cst\n" +
               store_old);
  compare_both("%old = atomicrmw xchg ptr addrspace(1) %c, i32 %own seq_cst\n" + store_old);
  compare_both("%old = atomicrmw volatile add ptr addrspace(1) %c, i32 %own seq_cst\n" + store_old);
}

TEST_CASE("Compare and exchange") {
  compare_both(R"(
    %low = and i32 %own, 3
    %next = add i32 %low, 1
    %pair = cmpxchg ptr addrspace(1) %c, i32 %low, i32 %next seq_cst monotonic
    %found = extractvalue { i32, i1 } %pair, 0
    %equal = extractvalue { i32, i1 } %pair, 1
    %shown = select i1 %equal, i32 %found, i32 -1
    store i32 %shown, ptr addrspace(1) %to
  )");
}

TEST_CASE("Calls of functions with effects") {
  compare_both("%old = call i32 @count(ptr addrspace(1) %c, i32 %own, i1 %condition)\n" + store_old,
               R"(
    define i32 @count(ptr addrspace(1) %place, i32 %value, i1 %flag) noinline {
      %old = load i32, ptr addrspace(1) %place
      %shifted = shl i32 %old, 1
      %mixed = xor i32 %shifted, %value
      %flagged = zext i1 %flag to i32
      %new = add i32 %mixed, %flagged
      store i32 %new, ptr addrspace(1) %place
      ret i32 %new
    })");
}

TEST_CASE("Calls of functions with structures, vectors and Booleans") {
  compare_both(R"(
    %wide = sext i32 %own to i64
    %one = insertvalue { i32, i64 } undef, i32 %own, 0
    %two = insertvalue { i32, i64 } %one, i64 %wide, 1
    %v0 = insertelement <2 x i32> undef, i32 %own, i32 0
    %v1 = insertelement <2 x i32> %v0, i32 7, i32 1
    %back = call { i32, <2 x i32> } @swap({ i32, i64 } %two, <2 x i32> %v1)
    %number = extractvalue { i32, <2 x i32> } %back, 0
    %vector = extractvalue { i32, <2 x i32> } %back, 1
    %element = extractelement <2 x i32> %vector, i32 0
    %odd = call i1 @is_odd(i32 %element)
    %old = select i1 %odd, i32 %number, i32 %element
  )" + store_old,
               R"(
    define { i32, <2 x i32> } @swap({ i32, i64 } %pair, <2 x i32> %vector) noinline {
      %low = extractvalue { i32, i64 } %pair, 1
      %number = trunc i64 %low to i32
      %twice = add i32 %number, %number
      %sum = add <2 x i32> %vector, <i32 1, i32 2>
      %one = insertvalue { i32, <2 x i32> } undef, i32 %twice, 0
      %two = insertvalue { i32, <2 x i32> } %one, <2 x i32> %sum, 1
      ret { i32, <2 x i32> } %two
    }
    define i1 @is_odd(i32 %value) noinline {
      %odd = trunc i32 %value to i1
      ret i1 %odd
    })");
}

TEST_CASE("Calls with the same arguments happen once for each work-item") {
  compare_both("call void @count(ptr addrspace(1) %c)\n", R"(
    define void @count(ptr addrspace(1) %place) noinline {
      %old = load i32, ptr addrspace(1) %place
      %new = add i32 %old, 1
      store i32 %new, ptr addrspace(1) %place
      ret void
    })");
}

TEST_CASE("Calls with addresses of private variables") {
  compare_both(R"(
    %sign = call i32 @split(i32 %own, ptr %rest)
    %second = load i32, ptr %rest
    %old = sub i32 %sign, %second
  )" + store_old,
               R"(
    define i32 @split(i32 %value, ptr %rest) noinline {
      %low = and i32 %value, 65535
      store i32 %low, ptr %rest
      %high = lshr i32 %value, 16
      ret i32 %high
    })",
               "%rest = alloca i32\n");
}

TEST_CASE("Memory is copied for each work-item") {
  compare_both(R"(
    %source = getelementptr [8 x i8], ptr addrspace(1) %c, i64 %local_index
    call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %to, ptr addrspace(1) %c, i64 4, i1 false)
    %last = getelementptr i8, ptr addrspace(1) %to, i64 3
    %byte = trunc i32 %own to i8
    call void @llvm.memset.p1.i64(ptr addrspace(1) %last, i8 %byte, i64 1, i1 false)
  )",
               R"(
    declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
    declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1))");
}

TEST_CASE("Private arrays at the same index are vectors") {
  const std::string body = R"(
    call void @llvm.lifetime.start.p0(i64 64, ptr %array)
    call void @llvm.memset.p0.i64(ptr align 16 %array, i8 5, i64 64, i1 false)
    %k = and i64 %n, 15
    %at.k = getelementptr [16 x i32], ptr %array, i64 0, i64 %k
    store i32 %own, ptr %at.k, align 4
    %at.4 = getelementptr i32, ptr %at.k, i64 1
    store i32 %own, ptr %at.4, align 16
    %at.0 = load i32, ptr %array, align 16
    %found = load i32, ptr %at.4, align 4
    %old = add i32 %found, %at.0
    call void @llvm.lifetime.end.p0(i64 64, ptr %array)
  )" + store_old;
  const std::string declarations = R"(
    declare void @llvm.lifetime.start.p0(i64, ptr)
    declare void @llvm.lifetime.end.p0(i64, ptr)
    declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
  )";
  const std::string before = "%array = alloca [16 x i32], align 16\n";
  compare_both(body, declarations, before);
  PacketKernel kernel = kernel_of(body, false, before);
  kernel.declarations = declarations;
  const std::string text = widened_text(kernel, 8, 1);
  CHECK_FALSE(contains(text, "gather"));
  CHECK_FALSE(contains(text, "scatter"));
  CHECK(contains(text, "load <8 x i32>, ptr %"));
}

TEST_CASE("Private arrays at an index of each work-item's own") {
  compare_both(R"(
    %low = and i32 %own, 7
    %k = zext i32 %low to i64
    %own.float = uitofp i32 %own to float
    %at.k = getelementptr [9 x float], ptr %array, i64 0, i64 %k
    store float 2.0, ptr %array
    store float %own.float, ptr %at.k
    %next = getelementptr float, ptr %at.k, i64 1
    store i32 77, ptr %next
    %bits = load i32, ptr %at.k
    %m = and i64 %n, 3
    %at.m = getelementptr float, ptr %array, i64 %m
    store float 3.0, ptr %at.m
    %found = load i32, ptr %at.m
    %old = add i32 %bits, %found
  )" + store_old,
               "", "%array = alloca [9 x float]\n");
}

TEST_CASE("Private structures with different members") {
  compare_both(R"(
    %low = and i32 %own, 3
    %k = zext i32 %low to i64
    %short = trunc i32 %own to i16
    %wide = sext i32 %own to i64
    %at.short = getelementptr [4 x { i16, i64 }], ptr %array, i64 0, i64 %k, i32 0
    %at.wide = getelementptr [4 x { i16, i64 }], ptr %array, i64 0, i64 %k, i32 1
    store i16 %short, ptr %at.short
    store i64 %wide, ptr %at.wide
    %short.back = load i16, ptr %at.short
    %wide.back = load i64, ptr %at.wide
    %sum = trunc i64 %wide.back to i32
    %short.wide = sext i16 %short.back to i32
    %old = add i32 %sum, %short.wide
  )" + store_old,
               "", "%array = alloca [4 x { i16, i64 }]\n");
}

TEST_CASE("Private arrays initialized from constants") {
  compare_both(R"(
    call void @llvm.memcpy.p0.p0.i64(ptr %array, ptr @table, i64 16, i1 false)
    %low = and i32 %own, 3
    %k = zext i32 %low to i64
    %at.k = getelementptr [4 x i32], ptr %array, i64 0, i64 %k
    %found = load i32, ptr %at.k
    store i32 0, ptr %at.k
    %at.1 = getelementptr i32, ptr %array, i64 1
    %one = load i32, ptr %at.1
    %old = sub i32 %found, %one
  )" + store_old,
               R"(
    @table = constant [4 x i32] [i32 2, i32 3, i32 5, i32 7]
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1))",
               "%array = alloca [4 x i32]\n");
}

TEST_CASE("Private arrays whose addresses escape") {
  compare_both(R"(
    %at.2 = getelementptr [4 x i32], ptr %array, i64 0, i64 2
    store i32 5, ptr %at.2
    store ptr %at.2, ptr %pointer
    %again = load ptr, ptr %pointer
    store i32 %own, ptr %again
    %old = load i32, ptr %at.2
  )" + store_old,
               "", "%array = alloca [4 x i32]\n%pointer = alloca ptr\n");
}

}  // namespace mux::test
