#include "mutations.h"

#include <algorithm>
#include <array>

#include "vtest/stream/decode.h"

namespace mux::test {

namespace {

using vtest::MessageId;
using vtest::stream::CreateShader;
using vtest::stream::Header;
using vtest::stream::ObjectType;
using vtest::stream::Stage;

constexpr uint32_t draw_vbo = 8;
constexpr uint32_t launch_grid = 37;
constexpr uint64_t max_groups = 4096;
constexpr uint32_t max_vertices = 4096;

const std::vector<std::vector<RecordedMessage>> &all_messages() {
  static const std::vector<std::vector<RecordedMessage>> all = [] {
    std::vector<std::vector<RecordedMessage>> result;
    for (const Recording &recording : recordings()) {
      result.push_back(messages_of(recording));
    }
    return result;
  }();
  return all;
}

template <class Range>
auto &any_of(Range &range, std::mt19937 &random) {
  return range[random() % range.size()];
}

uint32_t hostile_word(std::mt19937 &random) {
  constexpr std::array<uint32_t, 14> limits{0,          1,          2,          31,      32,
                                            255,        0x7fff,     0xffff,     0x10000, 0x7fffffff,
                                            0x80000000, 0xfffffffe, 0xffffffff, 16384};
  return random() % 4 == 0 ? random() : any_of(limits, random);
}

void change_word(std::vector<uint32_t> &words, std::mt19937 &random) {
  uint32_t &word = any_of(words, random);
  switch (random() % 5) {
    case 0:
      word ^= 1U << random() % 32;
      break;
    case 1:
      word = hostile_word(random);
      break;
    case 2:
      // A handle or number of another place.
      word = any_of(words, random);
      break;
    case 3:
      word += random() % 2 == 0 ? 1U : ~0U;
      break;
    default:
      word = (word & ~0xffU) | random() % 256;
  }
}

/// Starts of the commands of a submission.
std::vector<size_t> commands_in(std::span<const uint32_t> words) {
  std::vector<size_t> starts;
  for (size_t at = 0; at < words.size(); at += size_t{1} + (words[at] >> 16)) {
    starts.push_back(at);
  }
  return starts;
}

/// Cuts, lengthens, repeats or removes a command, with the length that the change needs.
void change_command(std::vector<uint32_t> &words, std::mt19937 &random) {
  const std::vector<size_t> starts = commands_in(words);
  const size_t start = any_of(starts, random);
  const size_t length = std::min<size_t>(words[start] >> 16, words.size() - start - 1);
  const auto begin = words.begin() + static_cast<std::ptrdiff_t>(start);
  const auto end = begin + static_cast<std::ptrdiff_t>(1 + length);
  switch (random() % 4) {
    case 0: {
      const size_t cut = length == 0 ? 0 : random() % length;
      *begin = (*begin & 0xffff) | static_cast<uint32_t>(cut) << 16;
      words.erase(begin + static_cast<std::ptrdiff_t>(1 + cut), end);
      break;
    }
    case 1:
      *begin += 0x10000;
      words.insert(end, hostile_word(random));
      break;
    case 2: {
      const std::vector<uint32_t> copy(begin, end);
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(any_of(starts, random)),
                   copy.begin(), copy.end());
      break;
    }
    default:
      words.erase(begin, end);
  }
}

void change_message(RecordedMessage &message, std::mt19937 &random) {
  // The name of the client is not in the words.
  if (message.words.empty() || message.header.id == MessageId::create_renderer) {
    return;
  }
  if (message.header.id == MessageId::submit_commands && random() % 3 == 0) {
    change_command(message.words, random);
  } else if (random() % 16 == 0) {
    message.words.resize(random() % (message.words.size() + 4));
  } else {
    change_word(message.words, random);
  }
}

}  // namespace

std::vector<RecordedMessage> mutated_messages(std::mt19937 &random) {
  std::vector<RecordedMessage> messages = any_of(all_messages(), random);
  // The name, whose length is in bytes.
  messages.erase(messages.begin());
  const uint32_t changes = 1 + random() % 12;
  for (uint32_t change = 0; change < changes && !messages.empty(); ++change) {
    const auto place = messages.begin() + static_cast<std::ptrdiff_t>(random() % messages.size());
    switch (random() % 12) {
      case 0:
        messages.erase(place);
        break;
      case 1: {
        const RecordedMessage copy = any_of(messages, random);
        messages.insert(place, copy);
        break;
      }
      case 2: {
        const RecordedMessage &other = any_of(any_of(all_messages(), random), random);
        if (other.header.id != MessageId::create_renderer) {
          messages.insert(place, other);
        }
        break;
      }
      default:
        change_message(*place, random);
    }
  }
  for (RecordedMessage &message : messages) {
    message.header.length = static_cast<uint32_t>(message.words.size());
  }
  return messages;
}

WorkLimit::WorkLimit() {
  for (const Recording &recording : recordings()) {
    for (const RecordedCommand &command : commands_of(recording)) {
      if (command.header.object_type == ObjectType::shader) {
        known_texts_.push_back(command.words);
      }
    }
  }
}

void WorkLimit::apply(std::span<uint32_t> words) {
  for (const size_t start : commands_in(words)) {
    const Header header = vtest::stream::parse_header(words[start]);
    if (header.length > words.size() - start - 1) {
      return;
    }
    const std::span<uint32_t> fields = words.subspan(start + 1, header.length);
    if (header.object_type == ObjectType::shader && fields.size() > 5) {
      // All but the handle.
      is_text_changed_ =
          is_text_changed_ || std::ranges::none_of(known_texts_, [&](const auto &known) {
            return std::ranges::equal(fields.subspan(1), std::span(known).subspan(1));
          });
    }
    if (header.number == launch_grid && fields.size() == 8) {
      limit_grid(fields);
    }
    if (header.number == draw_vbo && fields.size() >= 12) {
      limit_draw(fields);
    }
  }
}

void WorkLimit::limit_grid(std::span<uint32_t> fields) const {
  fields[6] = 0;
  uint64_t groups = is_text_changed_ ? 0 : 1;
  for (uint32_t &size : fields.subspan(3, 3)) {
    if (size != 0 && groups * size > max_groups) {
      size = groups == 0 ? 0 : 1 + size % static_cast<uint32_t>(max_groups / groups);
    }
    groups *= size;
  }
  if (is_text_changed_) {
    fields[3] = 0;
  }
}

void WorkLimit::limit_draw(std::span<uint32_t> fields) const {
  uint32_t &count = fields[1];
  uint32_t &instances = fields[4];
  count = is_text_changed_ ? 0 : std::min(count, max_vertices);
  instances = std::min(instances, max_vertices / std::max(count, 1U));
  if (fields.size() > 14) {
    // The indirect buffer.
    fields[14] = 0;
  }
}

std::vector<std::byte> bytes_of(const std::vector<RecordedMessage> &messages) {
  std::vector<std::byte> bytes;
  for (const RecordedMessage &message : messages) {
    const std::array<uint32_t, 2> header{message.header.length,
                                         static_cast<uint32_t>(message.header.id)};
    const auto head = std::as_bytes(std::span(header));
    const auto body = std::as_bytes(std::span(message.words));
    bytes.insert(bytes.end(), head.begin(), head.end());
    bytes.insert(bytes.end(), body.begin(), body.end());
  }
  return bytes;
}

}  // namespace mux::test
