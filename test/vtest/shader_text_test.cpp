// Shaders whose text comes in several pieces.

#include "vtest/stream/shader_text.h"

#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace {

using mux::vtest::stream::CreateShader;
using mux::vtest::stream::ShaderText;

/// A piece of a text, with the words that it refers to.
struct Piece {
  std::vector<uint32_t> words;
  CreateShader command;

  Piece(const std::string &text, uint32_t length_or_offset, bool continuation)
      : words((text.size() + 3) / 4, 0xcdcdcdcd) {
    text.copy(reinterpret_cast<char *>(words.data()), text.size());
    command.length_or_offset = length_or_offset;
    command.continuation = continuation;
    command.text = words;
  }
};

}  // namespace

TEST_CASE("a text in one piece ends at its NUL") {
  const Piece piece(std::string("COMP\nEND\0", 9), 9, false);
  ShaderText text;
  REQUIRE(text.add(piece.command));
  REQUIRE(text.is_complete());
  CHECK(std::move(text).take() == "COMP\nEND");
}

TEST_CASE("a text is complete with its last piece") {
  const Piece first("COMP", 10, false);
  const Piece second("\nEND", 4, true);
  const Piece third(std::string("\n\0", 2), 8, true);
  ShaderText text;
  REQUIRE(text.add(first.command));
  CHECK_FALSE(text.is_complete());
  REQUIRE(text.add(second.command));
  CHECK_FALSE(text.is_complete());
  REQUIRE(text.add(third.command));
  REQUIRE(text.is_complete());
  CHECK(std::move(text).take() == "COMP\nEND\n");
}

TEST_CASE("pieces that do not continue the text are refused") {
  const Piece first("COMP", 10, false);
  SECTION("without a first one") {
    ShaderText text;
    CHECK_FALSE(text.add(Piece("COMP", 0, true).command));
  }
  SECTION("with a gap, or an overlap") {
    for (const uint32_t offset : {0U, 3U, 5U, 8U, 10U, 0x7fffffffU}) {
      ShaderText text;
      REQUIRE(text.add(first.command));
      CHECK_FALSE(text.add(Piece("\nEND", offset, true).command));
    }
  }
  SECTION("a first one after another") {
    ShaderText text;
    REQUIRE(text.add(first.command));
    CHECK_FALSE(text.add(first.command));
  }
  SECTION("beyond the end") {
    ShaderText text;
    CHECK_FALSE(text.add(Piece("COMPCOMP", 4, false).command));
  }
  SECTION("of no length, or of more than the limit") {
    ShaderText text;
    CHECK_FALSE(text.add(Piece("", 0, false).command));
    CHECK_FALSE(text.add(Piece("COMP", ShaderText::max_bytes + 1, false).command));
  }
}
