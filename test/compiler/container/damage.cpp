#include <algorithm>
#include <catch2/catch.hpp>

#include "compiler/container/container.h"
#include "compiler/container/layout.h"
#include "example.h"

using namespace mux::compiler;

namespace {

/// Whether reading fails correctly: with a message, and without changing the result.
bool refused(std::string_view bytes, std::string *message = nullptr) {
  Container result;
  result.cpu = "untouched";
  std::string error;
  const bool ok = read_container(bytes, result, error);
  if (message != nullptr) {
    *message = error;
  }
  return !ok && !error.empty() && result.cpu == "untouched" && result.kernels.empty();
}

/// A modified container with a valid checksum.
std::string resealed(std::string bytes) {
  const std::string checksum =
      container_checksum(std::string_view(bytes).substr(container_checked_offset));
  std::copy(checksum.begin(), checksum.end(), bytes.begin() + container_checksum_offset);
  return bytes;
}

std::string with_bytes(std::string bytes, size_t offset, std::string_view replacement) {
  std::copy(replacement.begin(), replacement.end(), bytes.begin() + offset);
  return bytes;
}

}  // namespace

TEST_CASE("a container truncated at any length is rejected", "[container]") {
  const std::string bytes = write_container(example_container());
  for (size_t length = 0; length < bytes.size(); ++length) {
    INFO("length " << length);
    REQUIRE(refused(std::string_view(bytes).substr(0, length)));
  }
}

TEST_CASE("a container with trailing bytes is rejected", "[container]") {
  std::string message;
  REQUIRE(refused(write_container(example_container()) + '\0', &message));
  REQUIRE(message.find("damaged container") != std::string::npos);
}

TEST_CASE("a container with any byte changed to any value is rejected", "[container]") {
  std::string bytes = write_container(example_container());
  size_t accepted = 0;
  for (char &byte : bytes) {
    const char original = byte;
    for (int difference = 1; difference < 256; ++difference) {
      byte = static_cast<char>(original ^ difference);
      accepted += refused(bytes) ? 0 : 1;
    }
    byte = original;
  }
  REQUIRE(accepted == 0);
  REQUIRE_FALSE(refused(bytes));
}

TEST_CASE("the message has the reason why a container is invalid", "[container]") {
  const std::string bytes = write_container(example_container());
  std::string message;
  REQUIRE(refused("something else", &message));
  REQUIRE(message.find("magic") != std::string::npos);
  REQUIRE(refused(bytes.substr(0, 10), &message));
  REQUIRE(message.find("truncated") != std::string::npos);
  REQUIRE(refused(bytes.substr(0, bytes.size() - 1), &message));
  REQUIRE(message.find("truncated") != std::string::npos);
  REQUIRE(refused(with_bytes(bytes, 4, "\x7f"), &message));
  REQUIRE(message.find("format version 127") != std::string::npos);
  REQUIRE(refused(with_bytes(bytes, bytes.size() - 1, "!"), &message));
  REQUIRE(message.find("checksum") != std::string::npos);
}

TEST_CASE("an invalid table is rejected despite a valid checksum", "[container]") {
  const Container example = example_container();
  std::string message;

  const auto refused_with = [&](auto change, const char *expected) {
    Container container = example;
    change(container);
    const bool result = refused(write_container(container), &message);
    INFO(message);
    return result && message.find(expected) != std::string::npos;
  };
  REQUIRE(refused_with([](Container &c) { c.kind = CodeKind{7}; }, "unknown kind of code 7"));
  REQUIRE(refused_with([](Container &c) { c.kernels[1].name.clear(); },
                       "a kernel has an invalid name"));
  REQUIRE(refused_with([](Container &c) { c.kernels[1].name = std::string("a\0b", 3); },
                       "a kernel has an invalid name"));
  REQUIRE(refused_with([](Container &c) { c.kernels[0].local_memory_size = 1; }, "local memory"));
  REQUIRE(refused_with([](Container &c) { c.kernels[0].packed_size = 31; }, "argument 1"));
  REQUIRE(refused_with([](Container &c) { c.kernels[0].arguments[0].offset = UINT64_MAX; },
                       "argument 0"));
  REQUIRE(
      refused_with([](Container &c) { c.kernels[0].arguments[1].alignment = 12; }, "argument 1"));
  REQUIRE(refused_with([](Container &c) { c.kernels[0].arguments[0].kind = ArgumentKind{9}; },
                       "argument 0"));
  REQUIRE(refused_with([](Container &c) { c.kernels[0].sub_group_size = 0; }, "sub-group size"));
  REQUIRE(refused_with([](Container &c) { c.kernels[0].row_dimension = 3; }, "lane dimension"));
  REQUIRE(refused_with([](Container &c) { c.kernels[0].dimensions = 4; }, "more than three"));
  REQUIRE(refused_with([](Container &c) { c.kernels[0].packet_size[1] = 0; }, "packet size"));
}

TEST_CASE("counts and lengths beyond the end are rejected despite a valid checksum",
          "[container]") {
  const std::string bytes = write_container(example_container());
  const std::string huge(8, '\xff');
  // Overwrites eight bytes at every offset of the tables: some are lengths or counts. Reading must
  // stay within the input and allocate no more than its size justifies.
  size_t failures = 0;
  for (size_t offset = 32; offset + 8 <= bytes.size(); ++offset) {
    Container result;
    std::string error;
    const std::string changed = resealed(with_bytes(bytes, offset, huge));
    if (!read_container(changed, result, error)) {
      ++failures;
      REQUIRE_FALSE(error.empty());
    }
  }
  REQUIRE(failures > 0);
}
