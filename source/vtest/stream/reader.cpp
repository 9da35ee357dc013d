#include "vtest/stream/reader.h"

namespace mux::vtest::stream {

bool Reader::finish() {
  align();
  if (reason_.empty() && left() > 0) {
    reason_ = "it has " + std::to_string(left()) + " words more than it needs";
  }
  return reason_.empty();
}

void Reader::align() {
  if (bit_ != 0) {
    bit_ = 0;
    ++position_;
  }
}

uint32_t Reader::current_word(const char *name) {
  if (position_ < words_.size()) {
    return words_[position_];
  }
  if (reason_.empty()) {
    reason_ = std::string("it ends before '") + name + "'";
  }
  return 0;
}

uint32_t Reader::next_word(const char *name) {
  const uint32_t word = current_word(name);
  if (position_ < words_.size()) {
    ++position_;
  }
  return word;
}

void Reader::skip_bits(unsigned count) {
  bit_ += count;
  if (bit_ >= 32) {
    bit_ = 0;
    if (position_ < words_.size()) {
      ++position_;
    }
  }
}

void Reader::fail(const char *name, const char *problem) {
  if (reason_.empty()) {
    reason_ = std::string("'") + name + "' " + problem;
  }
}

void Reader::fail_limit(const char *name, uint32_t value, size_t limit) {
  if (reason_.empty()) {
    reason_ = std::string("'") + name + "' is " + std::to_string(value) +
              (value > limit ? ", at most " + std::to_string(limit) + " is allowed"
                             : ", which has no meaning");
  }
}

}  // namespace mux::vtest::stream
