// Dispatches allocate nothing after warm-up.
//
// The tests count allocations by the program's allocator and by all of the C library's functions
// including mmap(), on every thread, over many iterations of dispatches. Allowed allocations:
//
// - by Mux, and by all other code in the process except oneTBB: none. Pools are filled before: as
//   many runs of each command buffer as can be needed at once are blocked in a chain of semaphores,
//   with semaphore lists of the final length; and all threads of the device have been started.
// - by Mux, for kernels with local memory on waiting threads: one block of scratch memory for each
//   such thread, once. The blocks of workers exist before the first dispatch.
// - by oneTBB: growth of its task pools. A task is an entry in the pool of the thread that creates
//   it, and the number of tasks is limited by the number of compute units; a pool of that size does
//   not grow. The bound does not depend on the number of dispatches, and is far below it.
//
// A callback that waits starts a temporary thread, unless one is left from a recent wait; that is
// not tested here.

#include <malloc.h>
#include <sys/mman.h>
#include <tbb/cache_aligned_allocator.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <thread>

#include "allocations.h"
#include "support.h"

namespace mux::test::allocations {

namespace {

// A pair of dispatches, the second of which waits for the first; each thread has several pairs in
// flight.
struct Pair {
  Commands *first = nullptr;
  Commands *second = nullptr;
  mux_semaphore_t between = nullptr;
  mux_fence_t fence = nullptr;
};

// The dispatches that a test keeps in flight.
struct Load {
  unsigned threads = 1;
  unsigned pairs_of_each_thread = 1;
  unsigned rounds = 1000;
  // Whether all pairs dispatch the same two command buffers.
  bool shared = true;
};

struct Growth {
  AllocationCounts process;
  uint64_t user_allocator = 0;
  unsigned failures = 0;
};

// Callbacks that block a thread each until all of them run.
struct Crowd {
  uint32_t wanted = 0;
  std::atomic<uint32_t> present{0};
};

void join_crowd(mux_queue_t, mux_command_buffer_t, void *user_data) {
  auto &crowd = *static_cast<Crowd *>(user_data);
  ++crowd.present;
  while (crowd.present < crowd.wanted) {
    std::this_thread::yield();
  }
}

void count_completion(mux_command_buffer_t, mux_result_t error, void *user_data) {
  *static_cast<std::atomic<uint64_t> *>(user_data) += error == mux_success ? 1 : 0;
}

// Frees memory; a separate function, so that the compiler cannot remove malloc() and free() pairs.
void give_back(void *memory) {
  void *volatile allocated = memory;
  std::free(allocated);
}

class SteadyState {
 public:
  using Record = std::function<void(Commands &commands, unsigned pair)>;

  SteadyState(Fixture &fixture, const Load &load, const Record &first, const Record &second)
      : fixture_(fixture), load_(load) {
    const unsigned count = load.threads * load.pairs_of_each_thread;
    for (unsigned pair = 0; pair < count; ++pair) {
      if (pair == 0 || !load.shared) {
        for (const Record *record : {&first, &second}) {
          commands_.push_back(std::make_unique<Commands>(fixture));
          (*record)(*commands_.back(), pair);
          commands_.back()->finalize();
        }
      }
      pairs_.push_back({commands_[commands_.size() - 2].get(), commands_.back().get(),
                        fixture.semaphore(), fixture.fence()});
    }
    start_every_thread();
    park_every_run();
  }

  // Dispatches `rounds` of the load twice, and counts the second time.
  Growth run() {
    std::atomic<unsigned> warm{0};
    std::atomic<unsigned> done{0};
    std::atomic<unsigned> failures{0};
    std::atomic<bool> go{false};
    std::atomic<bool> stop{false};
    const auto wait_until = [](const auto &condition) {
      while (!condition()) {
        std::this_thread::yield();
      }
    };
    std::vector<std::thread> dispatchers;
    for (unsigned thread = 0; thread < load_.threads; ++thread) {
      dispatchers.emplace_back([&, thread] {
        failures += dispatch_rounds(thread);
        ++warm;
        wait_until([&] { return go.load(); });
        failures += dispatch_rounds(thread);
        ++done;
        wait_until([&] { return stop.load(); });
      });
    }
    wait_until([&] { return warm == load_.threads; });
    Growth growth;
    const uint64_t user_allocator = fixture_.counting.total();
    const AllocationCounts process = allocation_counts();
    go = true;
    wait_until([&] { return done == load_.threads; });
    growth.process = allocation_counts() - process;
    growth.user_allocator = fixture_.counting.total() - user_allocator;
    stop = true;
    for (std::thread &dispatcher : dispatchers) {
      dispatcher.join();
    }
    growth.failures = failures;
    return growth;
  }

  uint64_t dispatched() const { return uint64_t{2} * 2 * pairs_.size() * load_.rounds; }
  uint64_t completed() const { return completed_; }
  // Runs of all command buffers before the iterations.
  uint64_t parked() const { return parked_; }

  // Maximum number of tasks in oneTBB's pools: one for each creating thread and compute unit. The
  // creating threads are the workers, the device's own thread among them, and the thread that
  // starts others.
  static uint64_t most_pooled_tasks() { return uint64_t{compute_units() + 1} * compute_units(); }

 private:
  // Starts the workers, and the thread that makes oneTBB start them when all are busy.
  void start_every_thread() {
    Crowd crowd;
    crowd.wanted = compute_units();
    std::vector<std::unique_ptr<Commands>> members;
    for (uint32_t unit = 0; unit < crowd.wanted; ++unit) {
      members.push_back(std::make_unique<Commands>(fixture_));
      members.back()->call(join_crowd, &crowd).finalize();
      REQUIRE(fixture_.dispatch(*members.back()) == mux_success);
    }
    REQUIRE(muxWaitAll(fixture_.queue) == mux_success);
    REQUIRE(crowd.present == crowd.wanted);
  }

  // Creates all runs of each command buffer that can be needed: those in flight, and one more for
  // each thread, which may still hold one after its fence.
  void park_every_run() {
    const size_t most_runs = pairs_.size() + compute_units() + load_.threads + 2;
    mux_semaphore_t gate = fixture_.semaphore();
    std::vector<mux_semaphore_t> signals;
    for (size_t run = 0; run < most_runs; ++run) {
      signals.push_back(fixture_.semaphore());
    }
    Commands opens(fixture_);
    opens.finalize();
    for (const auto &commands : commands_) {
      // All are in flight, but ordered, because they share memory.
      for (size_t run = 0; run < most_runs; ++run) {
        mux_semaphore_t before = run == 0 ? gate : signals[run - 1];
        REQUIRE(fixture_.dispatch(*commands, nullptr, {before}, {signals[run]}) == mux_success);
        ++parked_;
      }
      REQUIRE(fixture_.dispatch(opens, nullptr, {}, {gate}) == mux_success);
      REQUIRE(muxWaitAll(fixture_.queue) == mux_success);
      REQUIRE(muxResetSemaphore(gate) == mux_success);
      for (mux_semaphore_t signal : signals) {
        REQUIRE(muxResetSemaphore(signal) == mux_success);
      }
    }
  }

  // Runs on a thread of its own. Returns the number of failed calls.
  unsigned dispatch_rounds(unsigned thread) {
    Pair *const own = &pairs_[thread * load_.pairs_of_each_thread];
    mux_queue_t queue = fixture_.queue;
    unsigned failures = 0;
    const auto step = [&failures](mux_result_t result) {
      failures += result == mux_success ? 0 : 1;
    };
    for (unsigned round = 0; round < load_.rounds; ++round) {
      for (unsigned i = 0; i < load_.pairs_of_each_thread; ++i) {
        Pair &pair = own[i];
        // Dispatches the waiter first or last.
        for (const bool second : {round % 2 == 0, round % 2 != 0}) {
          if (second) {
            step(muxDispatch(queue, *pair.second, pair.fence, &pair.between, 1, nullptr, 0,
                             count_completion, &completed_));
          } else {
            step(muxDispatch(queue, *pair.first, nullptr, nullptr, 0, &pair.between, 1,
                             count_completion, &completed_));
          }
        }
      }
      for (unsigned i = 0; i < load_.pairs_of_each_thread; ++i) {
        Pair &pair = own[i];
        // With a time limit a thread does not help.
        constexpr uint64_t ten_minutes = 600'000'000'000;
        step(muxTryWait(queue, thread % 2 == 0 ? UINT64_MAX : ten_minutes, pair.fence));
        step(muxResetFence(pair.fence));
        step(muxResetSemaphore(pair.between));
      }
    }
    return failures;
  }

  Fixture &fixture_;
  Load load_;
  std::vector<std::unique_ptr<Commands>> commands_;
  std::vector<Pair> pairs_;
  std::atomic<uint64_t> completed_{0};
  uint64_t parked_ = 0;
};

// `scratch_blocks` is the number of scratch memory blocks that may have been added.
void check_growth(const SteadyState &steady, const Growth &growth, uint64_t scratch_blocks = 0) {
  INFO("latest allocations:" << latest_allocations());
  CHECK(growth.failures == 0);
  CHECK(steady.completed() == steady.dispatched());
  CHECK(growth.user_allocator <= scratch_blocks);
  // These blocks are the only allocations; the program's allocator takes them from the process.
  CHECK(growth.process.process <= growth.user_allocator);
  CHECK(growth.process.onetbb <= SteadyState::most_pooled_tasks());
}

}  // namespace

TEST_CASE("Schedule: allocations are counted, by the process or by oneTBB") {
  if (!counts_allocations()) {
    return;
  }
  constexpr size_t page = 4096;
  const auto map = [] {
    return mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  };
  void *mapped = map();
  const std::pair<const char *, std::function<void()>> calls[] = {
      {"malloc", [] { give_back(std::malloc(64)); }},
      {"calloc", [] { give_back(std::calloc(2, 64)); }},
      {"realloc", [] { give_back(std::realloc(nullptr, 64)); }},
      {"reallocarray", [] { give_back(reallocarray(nullptr, 2, 64)); }},
      {"aligned_alloc", [] { give_back(std::aligned_alloc(64, 128)); }},
      {"posix_memalign",
       [] {
         void *memory = nullptr;
         give_back(posix_memalign(&memory, 64, 128) == 0 ? memory : nullptr);
       }},
      {"memalign", [] { give_back(memalign(64, 128)); }},
      {"valloc", [] { give_back(valloc(64)); }},
      {"pvalloc", [] { give_back(pvalloc(64)); }},
      {"operator new", [] { ::operator delete(::operator new(64)); }},
      {"aligned operator new",
       [] { ::operator delete(::operator new(64, std::align_val_t{64}), std::align_val_t{64}); }},
      {"mmap", [&] { munmap(map(), page); }},
      {"mremap", [&] { mapped = mremap(mapped, page, page, MREMAP_MAYMOVE); }},
      {"oneTBB's allocator",
       [] {
         tbb::cache_aligned_allocator<char> allocator;
         allocator.deallocate(allocator.allocate(64), 64);
       }},
  };
  for (const auto &[name, call] : calls) {
    CAPTURE(name);
    // The first call may initialize something.
    call();
    const AllocationCounts before = allocation_counts();
    call();
    const AllocationCounts grown = allocation_counts() - before;
    CHECK(grown.process == 1);
    CHECK(grown.onetbb == 0);
    uint64_t elsewhere = 0;
    std::thread([&elsewhere, &call = call] {
      const AllocationCounts start = allocation_counts();
      call();
      elsewhere = (allocation_counts() - start).process;
    }).join();
    CHECK(elsewhere == 1);
  }
  munmap(mapped, page);
  CHECK(latest_allocations().find("+0x") != std::string::npos);
  // oneTBB's allocations for a device are its own.
  const AllocationCounts before = allocation_counts();
  {
    const Fixture fixture;
  }
  CHECK((allocation_counts() - before).onetbb > 0);
}

TEST_CASE("Schedule: one dispatch at a time allocates nothing") {
  Fixture fixture;
  std::atomic<uint64_t> total{0};
  mux_buffer_t buffer = fixture.buffer_over(&total, sizeof total);
  mux_kernel_t count = fixture.kernel("count");
  const auto record = [&](Commands &commands, unsigned) {
    commands.run(count, {describe_buffer(buffer)}, 24, 1);
  };
  SteadyState steady(fixture, {.rounds = 5000}, record, record);
  const Growth growth = steady.run();
  check_growth(steady, growth);
  CHECK(total == (steady.dispatched() + steady.parked()) * 24);
}

TEST_CASE("Schedule: threads with many dispatches in flight allocate nothing") {
  Fixture fixture;
  std::atomic<uint64_t> total{0};
  mux_buffer_t buffer = fixture.buffer_over(&total, sizeof total);
  mux_kernel_t count = fixture.kernel("count");
  const auto record = [&](Commands &commands, unsigned) {
    for (int repeat = 0; repeat < 5; ++repeat) {
      // Ordered, because all write the same buffer.
      commands.run(count, {describe_buffer(buffer)}, 24, 1);
    }
  };
  SteadyState steady(fixture, {.threads = 3, .pairs_of_each_thread = 4}, record, record);
  const Growth growth = steady.run();
  check_growth(steady, growth);
  CHECK(total == (steady.dispatched() + steady.parked()) * 5 * 24);
}

TEST_CASE("Schedule: concurrent commands of every kind allocate nothing") {
  constexpr unsigned pairs = 3 * 2;
  constexpr size_t size = 1 << 16;
  Fixture fixture;
  struct Memory {
    std::vector<unsigned char> filled = std::vector<unsigned char>(size);
    std::vector<unsigned char> copied = std::vector<unsigned char>(size);
    std::vector<unsigned char> read = std::vector<unsigned char>(size);
    std::atomic<uint64_t> called{0};
  };
  std::vector<Memory> memories(pairs);
  const uint32_t pattern = 0x05050505;
  std::vector<mux_buffer_t> filled;
  std::vector<mux_buffer_t> copied;
  for (Memory &memory : memories) {
    filled.push_back(fixture.buffer_over(memory.filled.data(), size));
    copied.push_back(fixture.buffer_over(memory.copied.data(), size));
  }
  const auto first = [&](Commands &commands, unsigned pair) {
    REQUIRE(muxCommandFillBuffer(commands, filled[pair], 0, size, &pattern, 4, 0, nullptr,
                                 nullptr) == mux_success);
    REQUIRE(muxCommandCopyBuffer(commands, filled[pair], 0, copied[pair], 0, size, 0, nullptr,
                                 nullptr) == mux_success);
  };
  const auto second = [&](Commands &commands, unsigned pair) {
    const mux_command_user_callback_t callback = [](mux_queue_t, mux_command_buffer_t,
                                                    void *user_data) {
      ++*static_cast<std::atomic<uint64_t> *>(user_data);
    };
    commands.call(callback, &memories[pair].called);
    REQUIRE(muxCommandReadBuffer(commands, copied[pair], 0, memories[pair].read.data(), size, 0,
                                 nullptr, nullptr) == mux_success);
    mux_buffer_region_info_t region = {{64, 4, 2}, {0, 0, 0}, {0, 0, 0}, {64, 256}, {128, 512}};
    REQUIRE(muxCommandWriteBufferRegions(commands, copied[pair], memories[pair].read.data(),
                                         &region, 1, 0, nullptr, nullptr) == mux_success);
  };
  SteadyState steady(fixture,
                     {.threads = 3, .pairs_of_each_thread = 2, .rounds = 500, .shared = false},
                     first, second);
  const Growth growth = steady.run();
  check_growth(steady, growth);
  for (const Memory &memory : memories) {
    CHECK(memory.read == std::vector<unsigned char>(size, 5));
    CHECK(memory.called * 2 * pairs == steady.dispatched() + steady.parked());
  }
}

TEST_CASE("Schedule: kernels with local memory allocate a block for each thread that helps") {
  constexpr size_t groups = 16;
  constexpr size_t local_size = 8;
  Fixture fixture;
  std::vector<std::vector<uint32_t>> sums(2 * 3, std::vector<uint32_t>(groups));
  std::vector<mux_buffer_t> buffers;
  for (std::vector<uint32_t> &out : sums) {
    buffers.push_back(fixture.buffer_over(out.data(), out.size() * sizeof(uint32_t)));
  }
  mux_kernel_t local = fixture.kernel("local");
  const auto record = [&](Commands &commands, unsigned pair) {
    commands.run(local,
                 {describe_local(local_size * sizeof(uint32_t)), describe_buffer(buffers[pair])},
                 groups * local_size, local_size);
  };
  const auto nothing = [](Commands &, unsigned) {};
  const Load load = {.threads = 3, .pairs_of_each_thread = 2, .shared = false};
  SteadyState steady(fixture, load, record, nothing);
  const Growth growth = steady.run();
  check_growth(steady, growth, load.threads);
  for (const std::vector<uint32_t> &out : sums) {
    for (uint32_t group = 0; group < groups; ++group) {
      CHECK(out[group] == group * local_size + local_size * (local_size - 1) / 2);
    }
  }
}

}  // namespace mux::test::allocations
