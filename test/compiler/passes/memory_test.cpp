#include <catch2/catch.hpp>

#include "packet_comparison.h"

namespace mux::test {

namespace {

/// b[i] = a[i] + 1 for each work-item i, with the addresses of a[i] and b[i] computed by `from` and
/// `to`.
PacketKernel increment(const std::string &from, const std::string &to,
                       const std::string &type = "i32") {
  PacketKernel kernel;
  kernel.body = from + to + "%value = load " + type + ", ptr addrspace(1) %from\n" +
                "%more = add " + type + " %value, 1\n" + "store " + type +
                " %more, ptr addrspace(1) %to\nret i32 -1\n";
  return kernel;
}

const std::string from_own = "%from = getelementptr i32, ptr addrspace(1) %a, i64 %local_index\n";
const std::string to_own = "%to = getelementptr i32, ptr addrspace(1) %b, i64 %local_index\n";

/// The same for work-items with the condition.
PacketKernel masked_increment(const std::string &condition, const std::string &from = from_own,
                              const std::string &to = to_own) {
  PacketKernel kernel;
  kernel.body = from + to + condition + R"(
    %any = call i1 @mux.lanes.any(i1 %condition)
    br i1 %any, label %masked, label %end
  masked:
    call void @mux.lanes.mask(i1 %condition)
    %value = load i32, ptr addrspace(1) %from, align 4
    %more = add i32 %value, 1
    store i32 %more, ptr addrspace(1) %to, align 4
    br label %end
  end:
    ret i32 -1)";
  return kernel;
}

const std::string by_lane = R"(
    %place = getelementptr i8, ptr addrspace(1) %c, i64 %local_index
    %byte = load i8, ptr addrspace(1) %place
    %condition = icmp slt i8 %byte, 0
)";

/// b[c[i] % 8] = a structure of `members` different members, written forwards or backwards; by
/// work-items with the condition, if there is one.
PacketKernel scattered_members(const std::string &type, int members, bool backwards,
                               const std::string &condition) {
  std::string calculated = from_own + R"(
    %where = getelementptr i8, ptr addrspace(1) %c, i64 %local_index
    %byte.index = load i8, ptr addrspace(1) %where
    %few = and i8 %byte.index, 7
    %index = zext i8 %few to i64
    %number = load i32, ptr addrspace(1) %from
    %own = )" +
                           (type == "i32"   ? "add i32 %number, 0\n"
                            : type == "i64" ? "zext i32 %number to i64\n"
                                            : "trunc i32 %number to " + type + "\n");
  std::string stores;
  for (int i = 0; i < members; ++i) {
    const std::string member = std::to_string(i);
    calculated += "%m" + member + " = add " + type + " %own, " + member + "\n%to" + member +
                  " = getelementptr [" + std::to_string(members) + " x " + type +
                  "], ptr addrspace(1) %b, i64 %index, i64 " + member + "\n";
    const std::string store =
        "store " + type + " %m" + member + ", ptr addrspace(1) %to" + member + "\n";
    stores = backwards ? store + stores : stores + store;
  }
  PacketKernel kernel;
  kernel.body =
      condition.empty() ? calculated + stores + "ret i32 -1\n" : calculated + condition + R"(
    %any = call i1 @mux.lanes.any(i1 %condition)
    br i1 %any, label %masked, label %end
  masked:
    call void @mux.lanes.mask(i1 %condition)
)" + stores + "br label %end\nend:\nret i32 -1\n";
  kernel.more_bytes[1] = static_cast<size_t>(8 * 8 * members);
  return kernel;
}

}  // namespace

TEST_CASE("Neighboring elements are one vector access") {
  const PacketKernel kernel = increment(from_own, to_own);
  compare_packets(kernel);
  const std::string text = widened_text(kernel, 8, 2);
  CHECK(count(text, "load <8 x i32>") == 2);
  CHECK(count(text, "store <8 x i32>") == 2);
}

TEST_CASE("Elements of all sizes") {
  for (const auto &[type, size] : {std::pair("i8", 1), {"i16", 2}, {"i32", 4}, {"i64", 8}}) {
    INFO(type);
    const std::string element = "getelementptr " + std::string(type) + ", ptr addrspace(1) ";
    PacketKernel kernel = increment("%from = " + element + "%a, i64 %local_index\n",
                                    "%to = " + element + "%b, i64 %local_index\n", type);
    kernel.bytes_per_item[0] = kernel.bytes_per_item[1] = static_cast<size_t>(size);
    compare_packets(kernel);
  }
}

TEST_CASE("Booleans take a byte of memory") {
  PacketKernel kernel;
  kernel.body = R"(
    %from = getelementptr i8, ptr addrspace(1) %c, i64 %local_index
    %to = getelementptr i8, ptr addrspace(1) %b, i64 %local_index
    %value = load i1, ptr addrspace(1) %from
    %other = xor i1 %value, true
    store i1 %other, ptr addrspace(1) %to
    ret i32 -1)";
  kernel.fill_c = 1;
  kernel.bytes_per_item[1] = kernel.bytes_per_item[2] = 1;
  compare_packets(kernel);
}

TEST_CASE("Integers of unusual widths in memory") {
  PacketKernel kernel;
  kernel.body = R"(
    %from = getelementptr i32, ptr addrspace(1) %a, i64 %local_index
    %to = getelementptr i32, ptr addrspace(1) %b, i64 %local_index
    %value = load i24, ptr addrspace(1) %from, align 4
    %more = add i24 %value, 7
    store i24 %more, ptr addrspace(1) %to, align 4
    ret i32 -1)";
  compare_packets(kernel);
}

TEST_CASE("Elements in reverse order") {
  const std::string backwards = R"(
    %size = mul i64 %local_size.0, %local_size.1
    %last = sub i64 %size, 1
    %index = sub i64 %last, %local_index
  )";
  const PacketKernel kernel =
      increment(backwards + "%from = getelementptr i32, ptr addrspace(1) %a, i64 %index\n", to_own);
  compare_packets(kernel);
  CHECK(count(widened_text(kernel, 8, 1), "load <8 x i32>") == 1);
  const PacketKernel masked = masked_increment(
      by_lane, from_own, backwards + "%to = getelementptr i32, ptr addrspace(1) %b, i64 %index\n");
  compare_packets(masked);
  CHECK(contains(widened_text(masked, 8, 1), "llvm.masked.store"));
}

TEST_CASE("Inactive lanes access no memory") {
  const PacketKernel kernel = masked_increment(by_lane);
  compare_packets(kernel);
  const std::string text = widened_text(kernel, 8, 1);
  CHECK(count(text, "call <8 x i32> @llvm.masked.load") == 1);
  CHECK(count(text, "call void @llvm.masked.store") == 1);
}

TEST_CASE("Inactive rows access no memory") {
  // The last row is outside of the arrays.
  PacketKernel kernel =
      masked_increment(R"(
    %next = add i64 %local_id.1, 1
    %is_only = icmp eq i64 %local_size.1, 1
    %is_inside = icmp ult i64 %next, %local_size.1
    %condition = or i1 %is_only, %is_inside)",
                       R"(
    %far = mul i64 %local_id.1, 5000
    %index = add i64 %far, %local_id.0
    %from = getelementptr i32, ptr addrspace(1) %a, i64 %index
    )",
                       "%to = getelementptr i32, ptr addrspace(1) %b, i64 %index\n");
  kernel.more_bytes[0] = kernel.more_bytes[1] = 4 * 5000 * 2;
  compare_packets(kernel);
}

TEST_CASE("Uniform loads") {
  const std::string same = "%from = getelementptr i32, ptr addrspace(1) %a, i64 1\n";
  compare_packets(increment(same, to_own));
  compare_packets(masked_increment(by_lane, same));
  CHECK(contains(widened_text(increment(same, to_own), 8, 2), "load i32, ptr addrspace(1)"));
  const std::string by_row = "%from = getelementptr i32, ptr addrspace(1) %a, i64 %local_id.1\n";
  compare_packets(increment(by_row, to_own));
  compare_packets(masked_increment(by_lane, by_row));
}

TEST_CASE("Uniform stores: the last work-item wins") {
  const std::string same = "%to = getelementptr i32, ptr addrspace(1) %b, i64 1\n";
  compare_packets(increment(from_own, same));
  compare_packets(masked_increment(by_lane, from_own, same));
  const std::string by_row = "%to = getelementptr i32, ptr addrspace(1) %b, i64 %local_id.1\n";
  compare_packets(increment(from_own, by_row));
  compare_packets(masked_increment(by_lane, from_own, by_row));
}

TEST_CASE("Contiguous structures") {
  for (const int size : {2, 3, 4, 5, 8, 9}) {
    for (int member = 0; member < size; member += 2) {
      INFO("member " << member << " of " << size);
      const std::string type = "[" + std::to_string(size) + " x i32], ptr addrspace(1) ";
      const std::string index = ", i64 %local_index, i64 " + std::to_string(member) + "\n";
      PacketKernel kernel = increment("%from = getelementptr " + type + "%a" + index, to_own);
      kernel.bytes_per_item[0] = static_cast<size_t>(4 * size);
      compare_some_packets(kernel);
      kernel = masked_increment(by_lane, "%from = getelementptr " + type + "%a" + index);
      kernel.bytes_per_item[0] = static_cast<size_t>(4 * size);
      compare_some_packets(kernel);
      kernel = increment(from_own, "%to = getelementptr " + type + "%b" + index);
      kernel.bytes_per_item[1] = static_cast<size_t>(4 * size);
      compare_some_packets(kernel);
      kernel = masked_increment(by_lane, from_own, "%to = getelementptr " + type + "%b" + index);
      kernel.bytes_per_item[1] = static_cast<size_t>(4 * size);
      compare_some_packets(kernel);
    }
  }
}

TEST_CASE("Structures in reverse order") {
  const std::string backwards = R"(
    %size = mul i64 %local_size.0, %local_size.1
    %last = sub i64 %size, 1
    %index = sub i64 %last, %local_index
  )";
  for (const int size : {2, 3, 4, 8}) {
    for (int member = 0; member < size; member += 3) {
      INFO("member " << member << " of " << size);
      const std::string type = "[" + std::to_string(size) + " x i32], ptr addrspace(1) ";
      const std::string index = ", i64 %index, i64 " + std::to_string(member) + "\n";
      const std::string from = backwards + "%from = getelementptr " + type + "%a" + index;
      const std::string to = backwards + "%to = getelementptr " + type + "%b" + index;
      for (PacketKernel kernel : {increment(from, to_own), masked_increment(by_lane, from)}) {
        kernel.bytes_per_item[0] = static_cast<size_t>(4 * size);
        compare_some_packets(kernel);
      }
      for (PacketKernel kernel :
           {increment(from_own, to), masked_increment(by_lane, from_own, to)}) {
        kernel.bytes_per_item[1] = static_cast<size_t>(4 * size);
        compare_some_packets(kernel);
      }
    }
  }
}

TEST_CASE("Accesses in opposite directions share vector accesses") {
  PacketKernel kernel;
  kernel.body = R"(
    %size = mul i64 %local_size.0, %local_size.1
    %last = sub i64 %size, 1
    %index = sub i64 %last, %local_index
    %a0 = getelementptr [4 x i8], ptr addrspace(1) %a, i64 %index, i64 0
    %a1 = getelementptr [4 x i8], ptr addrspace(1) %a, i64 %index, i64 1
    %a2 = getelementptr [4 x i8], ptr addrspace(1) %a, i64 %index, i64 2
    %v0 = load i8, ptr addrspace(1) %a0
    %v1 = load i8, ptr addrspace(1) %a1
    %v2 = load i8, ptr addrspace(1) %a2
    %b0 = getelementptr [3 x i8], ptr addrspace(1) %b, i64 %index, i64 0
    %b1 = getelementptr [3 x i8], ptr addrspace(1) %b, i64 %index, i64 1
    %b2 = getelementptr [3 x i8], ptr addrspace(1) %b, i64 %index, i64 2
    store i8 %v2, ptr addrspace(1) %b0
    store i8 %v1, ptr addrspace(1) %b1
    store i8 %v0, ptr addrspace(1) %b2
    ret i32 -1)";
  kernel.bytes_per_item[0] = 4;
  kernel.bytes_per_item[1] = 3;
  compare_packets(kernel);
  const std::string text = widened_text(kernel, 8, 1);
  CHECK(count(text, "store <8 x i8>") == 3);
  CHECK_FALSE(contains(text, "gather"));
  CHECK_FALSE(contains(text, "scatter"));
}

TEST_CASE("No reads beyond the last member that is read") {
  // Four elements of each structure, but only the first of the last one.
  PacketKernel kernel = increment(
      "%from = getelementptr [4 x i32], ptr addrspace(1) %a, "
      "i64 %local_index, i64 0\n",
      to_own);
  kernel.bytes_per_item[0] = 16;
  kernel.more_bytes[0] = static_cast<size_t>(-12);
  compare_packets(kernel);
  CHECK(count(widened_text(kernel, 8, 1), "load <8 x i32>") == 4);
}

TEST_CASE("All members of structures share vector accesses") {
  PacketKernel kernel;
  kernel.body = R"(
    %first = shl i64 %local_index, 2
    %second = or disjoint i64 %first, 1
    %third = or disjoint i64 %first, 2
    %fourth = or disjoint i64 %first, 3
    %a0 = getelementptr i32, ptr addrspace(1) %a, i64 %first
    %a1 = getelementptr i32, ptr addrspace(1) %a, i64 %second
    %a2 = getelementptr i32, ptr addrspace(1) %a, i64 %third
    %a3 = getelementptr i32, ptr addrspace(1) %a, i64 %fourth
    %v2 = load i32, ptr addrspace(1) %a2
    %v0 = load i32, ptr addrspace(1) %a0, align 16
    %v3 = load i32, ptr addrspace(1) %a3
    %v1 = load i32, ptr addrspace(1) %a1
    %again = load i32, ptr addrspace(1) %a2
    %sum = add i32 %v2, %again
    %b0 = getelementptr i32, ptr addrspace(1) %b, i64 %first
    %b1 = getelementptr i32, ptr addrspace(1) %b, i64 %second
    %b2 = getelementptr i32, ptr addrspace(1) %b, i64 %third
    %b3 = getelementptr i32, ptr addrspace(1) %b, i64 %fourth
    store i32 %v3, ptr addrspace(1) %b0
    store i32 %sum, ptr addrspace(1) %b1
    store i32 %v1, ptr addrspace(1) %b2
    store i32 %v0, ptr addrspace(1) %b3
    ret i32 -1)";
  kernel.bytes_per_item[0] = kernel.bytes_per_item[1] = 16;
  compare_packets(kernel);
  const std::string text = widened_text(kernel, 8, 1);
  CHECK(count(text, "store <8 x i32>") == 4);
  CHECK_FALSE(contains(text, "gather"));
  CHECK_FALSE(contains(text, "scatter"));
}

TEST_CASE("Two writes to a structure member keep their order") {
  PacketKernel kernel;
  kernel.body = R"(
    %b0 = getelementptr { i32, i32 }, ptr addrspace(1) %b, i64 %local_index, i32 0
    %b1 = getelementptr { i32, i32 }, ptr addrspace(1) %b, i64 %local_index, i32 1
    %from = getelementptr i32, ptr addrspace(1) %a, i64 %local_index
    %value = load i32, ptr addrspace(1) %from
    %more = add i32 %value, 1
    store i32 %value, ptr addrspace(1) %b0
    store i32 %more, ptr addrspace(1) %b1
    store i32 %more, ptr addrspace(1) %b0
    %read = load i32, ptr addrspace(1) %b1
    %sum = add i32 %read, 5
    store i32 %sum, ptr addrspace(1) %b1
    ret i32 -1)";
  kernel.bytes_per_item[1] = 8;
  compare_packets(kernel);
}

TEST_CASE("Large and odd strides are gathered and scattered") {
  for (const char *bytes : {"20", "36", "100", "-100"}) {
    INFO(bytes);
    const std::string offset =
        "%offset = mul i64 %local_index, " + std::string(bytes) + "\n" +
        (bytes[0] == '-' ? "%start = mul i64 %last, 100\n%at = add i64 %start, %offset\n"
                         : "%at = add i64 %offset, 0\n");
    const std::string last = R"(
      %size = mul i64 %local_size.0, %local_size.1
      %last = sub i64 %size, 1
    )";
    PacketKernel kernel = increment(
        last + offset + "%from = getelementptr i8, ptr addrspace(1) %a, i64 %at\n", to_own);
    kernel.bytes_per_item[0] = 100;
    compare_packets(kernel);
    kernel =
        masked_increment(by_lane, from_own,
                         last + offset + "%to = getelementptr i8, ptr addrspace(1) %b, i64 %at\n");
    kernel.bytes_per_item[1] = 100;
    compare_packets(kernel);
  }
}

TEST_CASE("Indices from memory") {
  // Bytes as indices of 256 elements.
  const std::string byte = R"(
    %where = getelementptr i8, ptr addrspace(1) %c, i64 %local_index
    %index = load i8, ptr addrspace(1) %where
  )";
  for (const char *index : {"%wide = zext i8 %index to i64\n%far.index = add i64 %wide, 0\n",
                            "%mid = zext i8 %index to i32\n%far.index = sext i32 %mid to i64\n",
                            "%mid = zext i8 %index to i32\n%far = add i32 %mid, 4000000000\n"
                            "%back = add i32 %far, 294967296\n%far.index = zext i32 %back to i64\n",
                            "%mid = sext i8 %index to i32\n%up = add nsw i32 %mid, 128\n"
                            "%far.index = sext i32 %up to i64\n",
                            "%mid = zext i8 %index to i64\n%k = sub i64 %n, 3\n"
                            "%far.index = add i64 %mid, %k\n"}) {
    INFO(index);
    for (const char *type : {"i8", "i16", "i32", "i64", "[3 x i32]"}) {
      INFO(type);
      const std::string from = byte + index + "%from = getelementptr " + type +
                               ", ptr addrspace(1) %a, i64 %far.index\n";
      const std::string element = type[0] == 'i' ? type : "i32";
      PacketKernel kernel = increment(
          from, "%to = getelementptr " + element + ", ptr addrspace(1) %b, i64 %local_index\n",
          element);
      kernel.bytes_per_item[1] = 8;
      kernel.bytes_per_item[0] = 0;
      kernel.more_bytes[0] = 256 * 12;
      compare_packets(kernel);
    }
  }
}

TEST_CASE("Gathers with 32-bit indices") {
  const PacketKernel kernel = increment(R"(
    %where = getelementptr i32, ptr addrspace(1) %c, i64 %local_index
    %loaded = load i32, ptr addrspace(1) %where
    %index = and i32 %loaded, 15
    %shifted = add nsw i32 %index, 1
    %wide = sext i32 %shifted to i64
    %from = getelementptr i32, ptr addrspace(1) %a, i64 %wide
  )",
                                        to_own);
  const std::string text = widened_text(kernel, 16, 1);
  CHECK(contains(text, "<16 x i32> %"));
  CHECK_FALSE(contains(text, "<16 x i64>"));
}

TEST_CASE("Conflicting scatters: the last work-item wins") {
  const std::string to = R"(
    %where = getelementptr i8, ptr addrspace(1) %c, i64 %local_index
    %byte.index = load i8, ptr addrspace(1) %where
    %few = and i8 %byte.index, 7
    %index = zext i8 %few to i64
    %to = getelementptr i32, ptr addrspace(1) %b, i64 %index
  )";
  PacketKernel kernel = increment(from_own, to);
  kernel.more_bytes[1] = 64;
  compare_packets(kernel);
  kernel = masked_increment(R"(
    %other = getelementptr i8, ptr addrspace(1) %a, i64 %local_index
    %byte = load i8, ptr addrspace(1) %other
    %condition = icmp slt i8 %byte, 0
  )",
                            from_own, to);
  kernel.more_bytes[1] = 64;
  compare_packets(kernel);
}

TEST_CASE("Scatters of structure members: the last work-item wins") {
  for (const char *type : {"i8", "i16", "i32", "i64"}) {
    for (const int members : {2, 3, 4, 5, 7, 16}) {
      for (const bool backwards : {false, true}) {
        INFO(members << " members of " << type << (backwards ? ", backwards" : ""));
        compare_some_packets(scattered_members(type, members, backwards, ""));
        compare_some_packets(scattered_members(type, members, backwards, R"(
    %other = getelementptr i8, ptr addrspace(1) %a, i64 %local_index
    %byte = load i8, ptr addrspace(1) %other
    %condition = icmp slt i8 %byte, 0
  )"));
      }
    }
  }
  CHECK(count(widened_text(scattered_members("i16", 4, false, ""), 8, 1), "masked.scatter.v8i64") !=
        0);
  CHECK(count(widened_text(scattered_members("i32", 4, true, ""), 8, 1), "store <2 x i64>") == 8);
}

TEST_CASE("Partners exchange elements") {
  // Distances within a vector and across, with aligned and unaligned first lanes.
  for (const char *distance : {"1", "6", "16", "20", "%n32"}) {
    for (const char *offset : {"0", "1", "16"}) {
      INFO("distance " << distance << ", from " << offset);
      const std::string index = "%n32 = trunc i64 %n to i32\n%i64 = add i64 %local_index, " +
                                std::string(offset) +
                                "\n%i = trunc i64 %i64 to i32\n%partner = xor i32 %i, " + distance +
                                "\n%far = zext i32 %partner to i64\n";
      const std::string at_partner = "getelementptr i32, ptr addrspace(1) ";
      const std::string from = index + "%from = " + at_partner + "%a, i64 %far\n";
      const std::string to = "%to = " + at_partner + "%b, i64 %far\n";
      for (const int64_t n : {0, 2, 5, 32, 41}) {
        if (n != 2 && distance[0] != '%') {
          continue;
        }
        PacketKernel kernels[] = {increment(from, to), masked_increment(by_lane, from, to)};
        for (PacketKernel &kernel : kernels) {
          kernel.n = n;
          kernel.more_bytes[0] = kernel.more_bytes[1] = 4 * 128;
          compare_some_packets(kernel);
        }
      }
    }
  }
}

TEST_CASE("Inactive partners access no memory") {
  // Exactly the whole array; only the lower work-item of each pair is active.
  PacketKernel kernel = masked_increment(R"(
    %i = trunc i64 %local_index to i32
    %partner = xor i32 %i, 1
    %far = zext i32 %partner to i64
    %from.partner = getelementptr i32, ptr addrspace(1) %a, i64 %far
    %to.partner = getelementptr i32, ptr addrspace(1) %b, i64 %far
    %condition = icmp ugt i32 %partner, %i
  )");
  kernel.body.replace(kernel.body.find("addrspace(1) %from,"), 19, "addrspace(1) %from.partner,");
  kernel.body.replace(kernel.body.find("addrspace(1) %to,"), 17, "addrspace(1) %to.partner,");
  compare_packets(kernel);
}

TEST_CASE("Volatile and atomic accesses happen once for each work-item") {
  PacketKernel kernel;
  kernel.body = R"(
    %from = getelementptr i32, ptr addrspace(1) %a, i64 %local_index
    %to = getelementptr i32, ptr addrspace(1) %b, i64 %local_index
    %value = load volatile i32, ptr addrspace(1) %from
    %same = load atomic i32, ptr addrspace(1) %c monotonic, align 4
    %sum = add i32 %value, %same
    store atomic i32 %sum, ptr addrspace(1) %to release, align 4
    ret i32 -1)";
  compare_packets(kernel);
  CHECK(contains(widened_text(kernel, 2, 1), "store atomic i32"));
}

}  // namespace mux::test
