/// @file
/// Recorded connections that are changed at random, but whose work stays bounded.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "recordings.h"

namespace mux::test {

/// Returns a recording's messages, some of which are changed, removed, repeated or another
/// recording's. Each is as long as its header says, so that the changes after it reach the server
/// as messages.
std::vector<RecordedMessage> mutated_messages(std::mt19937 &random);

/// Limits the grids of a submission to 4096 work-groups and its draws to 4096 vertices of all
/// instances, with their sizes in the command, and takes out those of submissions after a shader's
/// text was changed, which may loop for ever: nothing in the protocol or the server ends them.
class WorkLimit {
 public:
  WorkLimit();
  /// Changes the payload of a submission.
  void apply(std::span<uint32_t> words);

 private:
  void limit_grid(std::span<uint32_t> fields) const;
  void limit_draw(std::span<uint32_t> fields) const;

  std::vector<std::vector<uint32_t>> known_texts_;
  bool is_text_changed_ = false;
};

/// Returns the bytes of messages as they are sent. The length of a header need not be that of its
/// words.
std::vector<std::byte> bytes_of(const std::vector<RecordedMessage> &messages);

}  // namespace mux::test
