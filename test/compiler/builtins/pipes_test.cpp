// Pipes compared with a C++ queue: operations of one work-item, packets of all types, and many
// work-items on many threads.

#include <mux/pipe.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <deque>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <set>

#include "reference.h"
#include "vector_width.h"

namespace mux::compiler::test::pipes {
namespace {

const char *const all_widths[] = {"scalar", "loops", "2", "4", "8", "16", "32", "packets"};

/// Compiled once for each width.
const Program &program_of_width(const std::string &name, const std::string &width) {
  static std::map<std::pair<std::string, std::string>, std::unique_ptr<Program>> programs;
  std::unique_ptr<Program> &program = programs[{name, width}];
  if (program == nullptr) {
    const mux::test::KeptVectorWidth kept;
    mux::test::set_vector_width(width.c_str());
    const std::string translated = read_translated(name + ".bc");
    program = load(translated.empty() ? read_binary(name + ".bc") : translated);
  }
  return *program;
}

class TestPipe {
 public:
  TestPipe(uint32_t packet_size, uint32_t max_packets)
      : memory_(std::aligned_alloc(
            MUX_PIPE_ALIGNMENT,
            (mux_pipe_size(packet_size, max_packets) + guard + MUX_PIPE_ALIGNMENT) /
                MUX_PIPE_ALIGNMENT * MUX_PIPE_ALIGNMENT)),
        size_(mux_pipe_size(packet_size, max_packets)) {
    std::memset(memory_, 0x5A, size_ + guard);
    mux_pipe_initialize(memory_, packet_size, max_packets);
  }
  ~TestPipe() {
    const auto *end = static_cast<const uint8_t *>(memory_) + size_;
    CHECK(std::all_of(end, end + guard, [](uint8_t byte) { return byte == 0x5A; }));
    std::free(memory_);
  }
  TestPipe(const TestPipe &) = delete;
  TestPipe &operator=(const TestPipe &) = delete;

  void *data() { return memory_; }
  uint32_t count() const {
    const auto *pipe = static_cast<const mux_pipe_t *>(memory_);
    return pipe->written - pipe->removed;
  }
  /// Sets the counters close to their wrap-around.
  void grow_old(uint32_t packets_until_then) {
    auto *pipe = static_cast<mux_pipe_t *>(memory_);
    auto *states = reinterpret_cast<uint32_t *>(pipe + 1);
    std::fill_n(states, pipe->max_packets, UINT32_MAX - 1);
    pipe->write_position = pipe->read_position = uint64_t{UINT32_MAX} << 32;
    pipe->written = pipe->removed = UINT32_MAX - packets_until_then;
  }

 private:
  static constexpr size_t guard = 64;
  void *memory_;
  size_t size_;
};

/// Bytes aligned for values of every type.
class AlignedBytes {
 public:
  explicit AlignedBytes(size_t size) : size_(size), lines_(size / sizeof(Line) + 1) {}

  uint8_t *begin() { return lines_.data()->bytes; }
  uint8_t *end() { return begin() + size_; }

 private:
  struct alignas(128) Line {
    uint8_t bytes[128];
  };
  size_t size_;
  std::vector<Line> lines_;
};

Range range_of(uint64_t items, uint64_t group) {
  Range range;
  range.global = {items, 1, 1};
  range.local = {group, 1, 1};
  range.dimensions = 1;
  return range;
}

// Operations of one work-item.

enum Step : int32_t {
  write,
  read,
  reserve_write,
  reserve_read,
  fill,
  take,
  commit_write,
  commit_read,
  count,
  step_count
};

/// A pipe as a list of used packets.
class ReferencePipe {
 public:
  explicit ReferencePipe(uint32_t capacity) : capacity_(capacity) {}

  /// Returns the index of the first packet.
  std::optional<uint64_t> reserve_write(uint32_t count) {
    if (count == 0 || places_.size() + count > capacity_) {
      return std::nullopt;
    }
    places_.resize(places_.size() + count);
    return first_ + places_.size() - count;
  }
  std::optional<uint64_t> reserve_read(uint32_t count) {
    if (count == 0 || next_read_ + count > first_ + places_.size()) {
      return std::nullopt;
    }
    for (uint32_t i = 0; i < count; ++i) {
      if (!at(next_read_ + i).written) {
        return std::nullopt;
      }
    }
    next_read_ += count;
    return next_read_ - count;
  }
  int32_t &value(uint64_t place) { return at(place).value; }
  void commit_write(uint64_t place) { at(place).written = true; }
  void commit_read(uint64_t place) {
    at(place).removed = true;
    while (!places_.empty() && places_.front().removed) {
      places_.pop_front();
      ++first_;
    }
  }
  int32_t count() const {
    return static_cast<int32_t>(std::count_if(
        places_.begin(), places_.end(), [](const Place &p) { return p.written && !p.removed; }));
  }

 private:
  struct Place {
    int32_t value = 0;
    bool written = false;
    bool removed = false;
  };
  Place &at(uint64_t place) { return places_[place - first_]; }

  uint32_t capacity_;
  std::deque<Place> places_;
  uint64_t first_ = 0;
  uint64_t next_read_ = 0;
};

struct Reservation {
  std::optional<uint64_t> place;
  uint32_t count = 0;
};

/// Chooses valid operations, and their expected results.
class Script {
 public:
  Script(std::mt19937 &random, uint32_t capacity)
      : random_(random), capacity_(capacity), pipe_(capacity) {}

  void add(int32_t number) {
    const auto step = static_cast<Step>(random_() % step_count);
    const size_t slot = random_() % 4;
    switch (step) {
      case write:
        return add_write(number);
      case read:
        return add_read();
      case reserve_write:
        return add_reservation(step, slot, writing_[slot]);
      case reserve_read:
        return add_reservation(step, slot, reading_[slot]);
      case fill:
        return add_some_access(step, slot, writing_[slot]);
      case take:
        return add_some_access(step, slot, reading_[slot]);
      case commit_write:
        return add_commit(step, slot, writing_[slot]);
      case commit_read:
        return add_commit(step, slot, reading_[slot]);
      default:
        return add({count, 0, 0}, pipe_.count() * 1000 + static_cast<int32_t>(capacity_));
    }
  }

  std::vector<int32_t> steps;
  std::vector<int32_t> results;

 private:
  void add(std::array<int32_t, 3> step, int32_t result, int32_t value = -7) {
    steps.insert(steps.end(), step.begin(), step.end());
    results.insert(results.end(), {result, value});
  }
  void add_write(int32_t number) {
    const auto place = pipe_.reserve_write(1);
    if (place) {
      pipe_.value(*place) = number;
      pipe_.commit_write(*place);
    }
    add({write, 0, number}, place ? 0 : -1, number);
  }
  void add_read() {
    const auto place = pipe_.reserve_read(1);
    const int32_t value = place ? pipe_.value(*place) : -7;
    if (place) {
      pipe_.commit_read(*place);
    }
    add({read, 0, 0}, place ? 0 : -1, value);
  }
  void add_reservation(Step step, size_t slot, Reservation &reservation) {
    if (reservation.place) {
      return;
    }
    reservation.count = static_cast<uint32_t>(random_() % (capacity_ + 2));
    reservation.place = step == reserve_write ? pipe_.reserve_write(reservation.count)
                                              : pipe_.reserve_read(reservation.count);
    add({step, static_cast<int32_t>(slot), static_cast<int32_t>(reservation.count)},
        reservation.place ? 1 : 0);
    // Unwritten packets are undefined.
    for (uint32_t i = 0; reservation.place && step == reserve_write && i < reservation.count; ++i) {
      add_access(fill, slot, reservation, i);
    }
  }
  void add_some_access(Step step, size_t slot, const Reservation &reservation) {
    if (reservation.place) {
      add_access(step, slot, reservation,
                 static_cast<uint32_t>(random_() % (reservation.count + 1)));
    }
  }
  void add_access(Step step, size_t slot, const Reservation &reservation, uint32_t index) {
    const bool inside = index < reservation.count;
    int32_t value = step == fill ? 1000 * static_cast<int32_t>(results.size() / 2) : -7;
    if (inside && step == fill) {
      pipe_.value(*reservation.place + index) = value;
    } else if (inside) {
      value = pipe_.value(*reservation.place + index);
    }
    add({step, static_cast<int32_t>(slot), static_cast<int32_t>(index)}, inside ? 0 : -1, value);
  }
  void add_commit(Step step, size_t slot, Reservation &reservation) {
    if (!reservation.place) {
      return;
    }
    for (uint32_t i = 0; i < reservation.count; ++i) {
      if (step == commit_write) {
        pipe_.commit_write(*reservation.place + i);
      } else {
        pipe_.commit_read(*reservation.place + i);
      }
    }
    reservation.place.reset();
    add({step, static_cast<int32_t>(slot), 0}, 0);
  }

  std::mt19937 &random_;
  uint32_t capacity_;
  ReferencePipe pipe_;
  Reservation writing_[4];
  Reservation reading_[4];
};

// Operations of many work-items.

size_t successes(const std::vector<int32_t> &results) {
  return static_cast<size_t>(std::count(results.begin(), results.end(), 0));
}

/// Writes more packets than fit, and reads more than there are.
void check_packets(const std::string &type, uint32_t size, const std::string &width,
                   unsigned threads) {
  constexpr uint32_t items = 208;
  constexpr uint32_t room = 150;
  CAPTURE(type, width, threads);
  TestPipe pipe(size, room);
  AlignedBytes in(size_t{items} * size);
  std::mt19937 random(size);
  std::generate(in.begin(), in.end(), [&] { return static_cast<uint8_t>(random()); });
  AlignedBytes out(size_t{items} * size);
  std::vector<int32_t> written(items, 5);
  std::vector<int32_t> taken(items, 5);
  const Program &program = program_of_width("pipe_packets", width);
  Call write_call(program, "write_" + type);
  CHECK(write_call.description().arguments[0].is_pipe);
  CHECK(write_call.description().arguments[0].packet_size == size);
  write_call.pointer(pipe.data()).pointer(in.begin()).buffer(written);
  write_call.run(range_of(items, 52), threads);
  CHECK(pipe.count() == room);
  Call read_call(program, "read_" + type);
  read_call.pointer(pipe.data()).pointer(out.begin()).buffer(taken);
  read_call.run(range_of(items, 52), threads);
  CHECK(pipe.count() == 0);
  CHECK(successes(written) == room);
  CHECK(successes(taken) == room);
  // Padding is not compared.
  const uint32_t compared = type == "float3" ? 12 : type == "char3" ? 3 : size;
  const auto packets_of = [&](AlignedBytes &bytes, const std::vector<int32_t> &ok) {
    std::multiset<std::vector<uint8_t>> packets;
    for (size_t i = 0; i < items; ++i) {
      const uint8_t *begin = bytes.begin() + i * size;
      if (ok[i] == 0 && type != "mixed") {
        packets.emplace(begin, begin + compared);
      } else if (ok[i] == 0) {
        std::vector<uint8_t> members(begin, begin + 4);
        members.insert(members.end(), begin + 8, begin + 16);
        packets.insert(members);
      }
    }
    return packets;
  };
  CHECK((packets_of(in, written) == packets_of(out, taken)));
}

/// Nothing is lost or duplicated: every written packet was read, or is still in the pipe.
void check_exchange(const std::string &kernel, uint32_t room, const std::string &width,
                    unsigned threads) {
  constexpr uint32_t items = 640;
  constexpr uint32_t rounds = 12;
  CAPTURE(kernel, room, width, threads);
  TestPipe pipe(4, room);
  pipe.grow_old(items);
  const size_t places = kernel == "exchange" ? items * rounds : 2 * items * rounds;
  std::vector<uint32_t> written(places);
  std::vector<uint32_t> taken(places);
  const Program &program = program_of_width("pipes", width);
  Call call(program, kernel);
  call.pointer(pipe.data()).pointer(pipe.data()).value(rounds).buffer(written).buffer(taken);
  call.run(range_of(items, 32), threads);
  const auto present = [](const std::vector<uint32_t> &numbers) {
    std::vector<uint32_t> sorted;
    std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(sorted),
                 [](uint32_t number) { return number != 0; });
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  };
  const std::vector<uint32_t> all_written = present(written);
  std::vector<uint32_t> all_taken = present(taken);
  CHECK(all_written.size() == all_taken.size() + pipe.count());
  CHECK(!all_taken.empty());
  std::vector<uint32_t> rest(pipe.count());
  std::vector<int32_t> ok(rest.size());
  if (!rest.empty()) {
    Call rest_call(program_of_width("pipe_packets", "scalar"), "read_int");
    rest_call.pointer(pipe.data()).buffer(rest).buffer(ok);
    rest_call.run(range_of(rest.size(), rest.size()));
    CHECK(successes(ok) == rest.size());
  }
  all_taken.insert(all_taken.end(), rest.begin(), rest.end());
  std::sort(all_taken.begin(), all_taken.end());
  CHECK((all_written == all_taken));
}

}  // namespace

TEST_CASE("pipes behave like a queue, operation by operation", "[pipes]") {
  const unsigned seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    const auto capacity = static_cast<uint32_t>(1 + random() % 9);
    TestPipe pipe(4, capacity);
    if (round % 2 == 0) {
      pipe.grow_old(static_cast<uint32_t>(random() % 50));
    }
    Script script(random, capacity);
    for (int step = 0; step < 300; ++step) {
      script.add(static_cast<int32_t>(script.results.size() / 2));
    }
    std::vector<int32_t> results(script.results.size());
    Call call(program_of_width("pipes", "scalar"), "script");
    call.pointer(pipe.data()).pointer(pipe.data()).buffer(script.steps);
    call.value(static_cast<int32_t>(script.steps.size() / 3)).buffer(results);
    call.run(range_of(1, 1));
    CAPTURE(round, capacity);
    REQUIRE(results == script.results);
  }
}

TEST_CASE("pipes carry packets of any size and alignment", "[pipes]") {
  const auto [type, size] = GENERATE(table<std::string, uint32_t>({{"char", 1},
                                                                   {"ushort", 2},
                                                                   {"int", 4},
                                                                   {"double", 8},
                                                                   {"float3", 16},
                                                                   {"char3", 4},
                                                                   {"long16", 128},
                                                                   {"odd", 7},
                                                                   {"mixed", 16},
                                                                   {"table", 52},
                                                                   {"largest", 1024}}));
  for (const char *width : {"scalar", "8", "packets"}) {
    check_packets(type, size, width, 1);
    check_packets(type, size, width, 4);
  }
}

TEST_CASE("pipes lose no packet with concurrent readers and writers", "[pipes]") {
  for (const char *width : all_widths) {
    for (const unsigned threads : {1U, 2U, 4U, 8U}) {
      check_exchange("exchange", 7, width, threads);
      check_exchange("exchange", 1000, width, threads);
      check_exchange("exchange_reserved", 5, width, threads);
      check_exchange("exchange_reserved", 1000, width, threads);
    }
  }
}

TEST_CASE("packets are read from a pipe in the order in which they were written", "[pipes]") {
  constexpr uint32_t attempts = 200000;
  for (const char *width : {"scalar", "packets"}) {
    CAPTURE(width);
    TestPipe pipe(4, 11);
    std::vector<uint32_t> counts(2);
    std::vector<uint32_t> taken(attempts);
    Call call(program_of_width("pipes", width), "stream");
    call.pointer(pipe.data()).pointer(pipe.data()).value(attempts).buffer(counts).buffer(taken);
    call.run(range_of(2, 1), 2);
    REQUIRE(counts[0] == counts[1] + pipe.count());
    size_t wrong = 0;
    for (uint32_t i = 0; i < counts[1]; ++i) {
      wrong += taken[i] == i + 1 ? 0 : 1;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("the packets that a work-group reserves are consecutive", "[pipes]") {
  constexpr uint32_t items = 24 * 32;
  for (const char *width : all_widths) {
    for (const unsigned threads : {1U, 2U, 4U, 8U}) {
      CAPTURE(width, threads);
      TestPipe pipe(4, items - 32);
      std::vector<uint32_t> in(items);
      std::iota(in.begin(), in.end(), 0);
      std::vector<uint32_t> out(items);
      std::vector<int32_t> written(items);
      std::vector<int32_t> taken(items);
      const Program &program = program_of_width("pipes", width);
      Call write_call(program, "groups_write");
      write_call.pointer(pipe.data()).buffer(in).buffer(written).run(range_of(items, 32), threads);
      Call read_call(program, "groups_read");
      read_call.pointer(pipe.data()).buffer(out).buffer(taken).run(range_of(items, 32), threads);
      CHECK(std::count(taken.begin(), taken.end(), 1) == items - 32);
      // Half a group is consecutive.
      size_t wrong = 0;
      for (size_t i = 0; i < items; ++i) {
        if (taken[i] == 1) {
          wrong += out[i] % 16 == i % 16 && out[i] / 16 == out[i / 16 * 16] / 16 ? 0 : 1;
          wrong += written[out[i]] == 1 || out[i] / 32 % 2 == 1 ? 0 : 1;
        }
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("the packets that a sub-group reserves are consecutive", "[pipes]") {
  constexpr uint32_t items = 5 * 100;
  for (const char *width : all_widths) {
    for (const unsigned threads : {1U, 2U, 4U, 8U}) {
      CAPTURE(width, threads);
      TestPipe pipe(4, items);
      std::vector<uint32_t> in(items);
      std::iota(in.begin(), in.end(), 0);
      std::vector<uint32_t> out(items);
      std::vector<int32_t> written(items);
      std::vector<int32_t> taken(items);
      const Program &program = program_of_width("pipes", width);
      Call write_call(program, "sub_groups_write");
      const uint32_t size = write_call.description().sub_group_size;
      write_call.pointer(pipe.data()).buffer(in).buffer(written).run(range_of(items, 100), threads);
      Call read_call(program, "sub_groups_read");
      REQUIRE(read_call.description().sub_group_size == size);
      const auto all = static_cast<ptrdiff_t>(pipe.count());
      read_call.pointer(pipe.data()).buffer(out).buffer(taken).run(range_of(items, 100), threads);
      CHECK(std::count(written.begin(), written.end(), 1) == all);
      CHECK(std::count(written.begin(), written.end(), 0) == 0);
      CHECK(pipe.count() == all - std::count(taken.begin(), taken.end(), 1));
      if (threads == 1) {
        // Packets are read in the order in which they were written.
        CHECK(taken == written);
        size_t wrong = 0;
        for (uint32_t i = 0; i < items; ++i) {
          wrong += taken[i] != 1 || out[i] == i ? 0 : 1;
        }
        CHECK(wrong == 0);
      }
    }
  }
}

TEST_CASE("functions for packets of another size fail", "[pipes]") {
  TestPipe pipe(4, 10);
  std::vector<int32_t> results(4, 7);
  Call call(shared_program("pipes"), "wrong_size");
  CHECK(call.description().arguments[0].packet_size == 8);
  CHECK(call.description().arguments[1].packet_size == 8);
  call.pointer(pipe.data()).pointer(pipe.data()).buffer(results).run(range_of(1, 1));
  CHECK(results == std::vector<int32_t>{-1, -1, 0, 0});
  CHECK(pipe.count() == 0);
}

TEST_CASE("the packet size is unknown if a kernel does not access the pipe", "[pipes]") {
  const Call call(shared_program("pipes"), "unused");
  const KernelArgument &argument = call.description().arguments[0];
  CHECK(argument.is_pipe);
  CHECK(argument.packet_size == 0);
  CHECK(argument.image_access == ImageAccess::read_only);
  CHECK(argument.type_name == "int");
}

}  // namespace mux::compiler::test::pipes
