/// @file
/// Decodes and prints commands of a submission.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "vtest/stream/command.h"

namespace mux::vtest::stream {

/// Decodes one command. Never fails: what cannot be decoded becomes Unknown or Malformed.
///
/// @param header the first word of the command.
/// @param words its other words, as many as the header says; texts and data of `command` refer to
/// them.
/// @param command receives the command.
void decode(const Header &header, std::span<const uint32_t> words, Command &command);

/// Goes through the commands of a submission without decoding them.
class CommandReader {
 public:
  explicit CommandReader(std::span<const uint32_t> words) : words_(words) {}

  /// Moves to the next command. False at the end, or if a command is longer than what is left.
  bool next(Header &header, std::span<const uint32_t> &words);

  /// Words of an incomplete command at the end.
  size_t words_left() const { return words_.size(); }

 private:
  std::span<const uint32_t> words_;
};

/// Returns a command as text: its name and fields.
std::string print(const Command &command);

}  // namespace mux::vtest::stream
