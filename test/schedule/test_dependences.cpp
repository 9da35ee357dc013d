// The edges of a plan, computed from accesses of commands: all conflicts are ordered, nothing else
// is, and the number of edges is linear.

#include <random>
#include <utility>

#include "host/record/dependences.h"
#include "support.h"

namespace mux::test::dependences {

using mux::host::Allocator;
using mux::host::Dependences;

namespace {

struct Access {
  uint64_t begin;
  uint64_t end;
  bool writes;
};

struct Command {
  bool fence = false;
  std::vector<Access> accesses;
};

const std::byte *address(uint64_t value) {
  return reinterpret_cast<const std::byte *>(value);
}

void describe(Dependences &dependences, const Command &command) {
  dependences.begin_command();
  if (command.fence) {
    dependences.fence();
  }
  for (const bool writes : {false, true}) {
    for (const Access &access : command.accesses) {
      if (access.writes == writes) {
        const uint64_t size = access.end - access.begin;
        writes ? dependences.writes(address(access.begin), size)
               : dependences.reads(address(access.begin), size);
      }
    }
  }
  dependences.end_command();
}

bool conflict(const Command &one, const Command &other) {
  if (one.fence || other.fence) {
    return true;
  }
  for (const Access &mine : one.accesses) {
    for (const Access &theirs : other.accesses) {
      if ((mine.writes || theirs.writes) && mine.begin < theirs.end && theirs.begin < mine.end) {
        return true;
      }
    }
  }
  return false;
}

std::vector<Command> random_commands(std::mt19937 &random) {
  const auto below = [&random](uint64_t limit) { return random() % limit; };
  std::vector<Command> commands(1 + below(60));
  const uint64_t space = 1 + below(200);
  const uint64_t fence_every = below(3) == 0 ? 10 : 1000;
  for (Command &command : commands) {
    command.fence = below(fence_every) == 0;
    const uint64_t count = command.fence ? 0 : below(5);
    const bool large = below(3) == 0;
    for (uint64_t index = 0; index < count; ++index) {
      const uint64_t begin = 64 + below(space);
      command.accesses.push_back({begin, begin + 1 + below(large ? space : 4), below(3) == 0});
    }
  }
  return commands;
}

// For each command and join, all that are reachable by the edges. Empty if there is a cycle.
std::vector<std::vector<bool>> closure(const Dependences &dependences, size_t count) {
  std::vector<std::vector<size_t>> successors(count);
  std::vector<size_t> pending(count);
  for (const Dependences::Edge &edge : dependences.edges()) {
    successors[edge.from].push_back(edge.to);
    ++pending[edge.to];
  }
  std::vector<size_t> order;
  for (size_t index = 0; index < count; ++index) {
    if (pending[index] == 0) {
      order.push_back(index);
    }
  }
  for (size_t next = 0; next < order.size(); ++next) {
    for (const size_t successor : successors[order[next]]) {
      if (--pending[successor] == 0) {
        order.push_back(successor);
      }
    }
  }
  if (order.size() != count) {
    return {};
  }
  std::vector<std::vector<bool>> reached(count, std::vector<bool>(count));
  for (size_t next = count; next-- > 0;) {
    std::vector<bool> &mine = reached[order[next]];
    for (const size_t successor : successors[order[next]]) {
      mine[successor] = true;
      for (size_t index = 0; index < count; ++index) {
        mine[index] = mine[index] || reached[successor][index];
      }
    }
  }
  return reached;
}

// Describes an error in the edges of these commands; empty if there is none.
std::string problem_of(const std::vector<Command> &commands, const Allocator &allocator) {
  Dependences dependences(static_cast<uint32_t>(commands.size()), allocator);
  for (const Command &command : commands) {
    describe(dependences, command);
  }
  const auto reached = closure(dependences, commands.size() + dependences.join_count());
  if (reached.empty()) {
    return "a cycle";
  }
  for (size_t later = 0; later < commands.size(); ++later) {
    for (size_t earlier = 0; earlier < later; ++earlier) {
      if (conflict(commands[earlier], commands[later]) && !reached[earlier][later]) {
        return "no order between " + std::to_string(earlier) + " and " + std::to_string(later);
      }
    }
  }
  for (const Dependences::Edge &edge : dependences.edges()) {
    if (edge.from < commands.size() && edge.to < commands.size() &&
        !conflict(commands[edge.from], commands[edge.to])) {
      return "a needless edge from " + std::to_string(edge.from) + " to " + std::to_string(edge.to);
    }
  }
  return {};
}

constexpr uint32_t many = 100'000;
constexpr uint64_t line = 64;

// Edges and joins for each command.
template <typename Describe>
double edges_per_command(const Allocator &allocator, Describe accesses_of) {
  Dependences dependences(many, allocator);
  for (uint32_t index = 0; index < many; ++index) {
    describe(dependences, accesses_of(index));
  }
  return static_cast<double>(dependences.edges().size() + dependences.join_count()) / many;
}

}  // namespace

TEST_CASE("Dependences: only conflicts are ordered") {
  CountingAllocator counting;
  const Allocator allocator(counting.info());
  const uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 2000; ++round) {
    const std::string problem = problem_of(random_commands(random), allocator);
    if (!problem.empty()) {
      FAIL("round " << round << ": " << problem);
    }
  }
  CHECK(counting.live() == 0);
}

TEST_CASE("Dependences: memory may end with the last address") {
  CountingAllocator counting;
  const Allocator allocator(counting.info());
  // The end address wraps to 0.
  const double edges = edges_per_command(
      allocator, [](uint32_t) { return Command{false, {{UINTPTR_MAX - 15, 0, true}}}; });
  CHECK(edges > 0.9);
  CHECK(edges < 1.1);
}

TEST_CASE("Dependences: the edges of 100,000 commands are linear in their number") {
  CountingAllocator counting;
  const Allocator allocator(counting.info());
  constexpr uint64_t base = 4096;
  const auto one = [](uint64_t index) { return base + index * line; };
  const Access all_read{base, base + many * line, false};
  const Access all_written{base, base + many * line, true};

  SECTION("a chain") {
    CHECK(edges_per_command(allocator, [&](uint32_t) {
            return Command{false, {{base, base + line, true}}};
          }) < 1.1);
  }
  SECTION("one, then all others independently, then one") {
    CHECK(edges_per_command(allocator, [&](uint32_t index) {
            return index == 0 || index == many - 1
                       ? Command{false, {all_written}}
                       : Command{false, {{one(index), one(index + 1), true}}};
          }) < 2.1);
  }
  SECTION("half of them write parts of the range that the other half reads") {
    CHECK(edges_per_command(allocator, [&](uint32_t index) {
            return index < many / 2 ? Command{false, {{one(index), one(index + 1), true}}}
                                    : Command{false, {all_read}};
          }) < 3);
  }
  SECTION("half of them read a range of which the other half writes parts") {
    CHECK(edges_per_command(allocator, [&](uint32_t index) {
            return index < many / 2 ? Command{false, {all_read}}
                                    : Command{false, {{one(index), one(index + 1), true}}};
          }) < 3);
  }
  SECTION(
      "half of them read everything, others read one part each, the remaining ones write these "
      "parts") {
    constexpr uint32_t quarter = many / 4;
    CHECK(edges_per_command(allocator, [&](uint32_t index) {
            if (index < 2 * quarter) {
              return Command{false, {all_read}};
            }
            const uint64_t part = index % quarter;
            return Command{false, {{one(part), one(part + 1), index >= 3 * quarter}}};
          }) < 10);
  }
  SECTION("randomly overlapping ranges") {
    std::mt19937 random(1);
    for (const uint64_t longest : {3, 30, 3000}) {
      CHECK(edges_per_command(allocator, [&](uint32_t) {
              const uint64_t first = random() % 10'000;
              const uint64_t last = first + 1 + random() % longest;
              return Command{false, {{one(first), one(last), random() % 2 == 0}}};
            }) < 20);
    }
  }
  SECTION("reads of everything alternate with writes of a part") {
    CHECK(edges_per_command(allocator, [&](uint32_t index) {
            const uint64_t part = index / 2 % 1000;
            return index % 2 == 0 ? Command{false, {all_read}}
                                  : Command{false, {{one(part), one(part + 1), true}}};
          }) < 20);
  }
  SECTION("fences") {
    CHECK(edges_per_command(allocator, [&](uint32_t index) {
            return index % 3 == 0 ? Command{true, {}}
                                  : Command{false, {{one(index), one(index + 1), true}}};
          }) < 2);
  }
  CHECK(counting.live() == 0);
}

}  // namespace mux::test::dependences
