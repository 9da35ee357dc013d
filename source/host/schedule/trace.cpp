#include "host/schedule/trace.h"

#include <unistd.h>
#include <x86intrin.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "host/support/atomic.h"
#include "host/support/error.h"
#include "host/support/futex.h"
#include "host/support/lock.h"
#include "support/environment.h"

namespace mux::host::trace {

namespace detail {
bool is_on = false;
}

namespace {

enum class EventKind : uint32_t { slice, arrow, ready_jobs };

struct Event {
  EventKind kind;
  uint32_t command;
  /// The tile of a slice, or the target command of an arrow.
  uint32_t tile_or_target;
  const char *name;
  uint64_t begin;
  uint64_t end;
  uint64_t submission;
  uint64_t size;
};

/// Appended to by its thread only; others may read `count` events.
struct Chunk {
  static constexpr uint32_t capacity = 1000;

  Atomic<uint32_t> count{0};
  Atomic<Chunk *> next{nullptr};
  Event events[capacity];
};

/// The events of a thread. Outlives the thread.
struct Lane {
  Lane *next = nullptr;
  int id = 0;
  Atomic<const char *> name{"thread of the program"};
  Atomic<Chunk *> first{nullptr};
  /// Accessed only by the lane's thread.
  Chunk *last = nullptr;
};

/// At most about 500 MB of events.
constexpr uint32_t most_chunks = 8000;

/// Never destroyed, because threads may outlive main().
struct Recorder {
  std::string path;
  pid_t process = 0;
  uint64_t start_count = 0;
  uint64_t start_nanoseconds = 0;
  Atomic<Lane *> lanes{nullptr};
  Atomic<int> lane_count{0};
  Atomic<uint32_t> chunk_count{0};
  Atomic<uint64_t> dropped{0};
  Lock names_lock;
  std::set<std::string> names MUX_GUARDED_BY(names_lock);
  /// Held while the file is written.
  Lock write_lock;
};

Recorder *recorder = nullptr;
thread_local Lane *thread_lane = nullptr;

Lane *lane_of_thread() {
  if (thread_lane == nullptr) {
    Lane *lane = new (std::nothrow) Lane;
    if (lane == nullptr) {
      return nullptr;
    }
    lane->id = recorder->lane_count.fetch_add(1, std::memory_order_relaxed);
    lane->next = recorder->lanes.load(std::memory_order_relaxed);
    // Publishes the lane, and all lanes before it, to the thread that writes the file: every
    // exchange continues the release sequences of earlier ones.
    while (!recorder->lanes.compare_exchange_weak(lane->next, lane, std::memory_order_release,
                                                  std::memory_order_relaxed)) {
    }
    thread_lane = lane;
  }
  return thread_lane;
}

Chunk *chunk_with_room(Lane &lane) {
  if (lane.last != nullptr && lane.last->count.load(std::memory_order_relaxed) < Chunk::capacity) {
    return lane.last;
  }
  // Checked first, so that dropped events do not increment the count without bound.
  if (recorder->chunk_count.load(std::memory_order_relaxed) >= most_chunks ||
      recorder->chunk_count.fetch_add(1, std::memory_order_relaxed) >= most_chunks) {
    return nullptr;
  }
  Chunk *chunk = new (std::nothrow) Chunk;
  if (chunk != nullptr) {
    // Publishes the empty chunk to the thread that writes the file; its count publishes the events.
    if (lane.last != nullptr) {
      lane.last->next.store(chunk, std::memory_order_release);
    } else {
      lane.first.store(chunk, std::memory_order_release);
    }
    lane.last = chunk;
  }
  return chunk;
}

void record(const Event &event) {
  Lane *lane = lane_of_thread();
  Chunk *chunk = lane != nullptr ? chunk_with_room(*lane) : nullptr;
  if (chunk == nullptr) {
    recorder->dropped.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  const uint32_t index = chunk->count.load(std::memory_order_relaxed);
  chunk->events[index] = event;
  // Releases the event to the thread that writes the file.
  chunk->count.store(index + 1, std::memory_order_release);
}

/// The slice at one end of an arrow.
struct SlicePosition {
  int lane;
  uint64_t begin;
  uint64_t end;
};
using CommandOfSubmission = std::pair<uint64_t, uint32_t>;

class Writer {
 public:
  explicit Writer(std::FILE *file) : file_(file) {
    const uint64_t nanoseconds = monotonic_time() - recorder->start_nanoseconds;
    const uint64_t count = now() - recorder->start_count;
    microseconds_per_count_ =
        count == 0 ? 0 : static_cast<double>(nanoseconds) / static_cast<double>(count) / 1000;
  }

  void write() {
    std::fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", file_);
    std::fprintf(file_,
                 "{\"ph\":\"M\",\"pid\":1,\"tid\":0,\"name\":\"process_name\","
                 "\"args\":{\"name\":\"mux\"}}");
    for_each_lane([this](const Lane &lane) { write_lane_name(lane); });
    for_each_event([this](const Lane &lane, const Event &event) { find_slices(lane, event); });
    for_each_event([this](const Lane &lane, const Event &event) { write_event(lane, event); });
    std::fprintf(file_, "\n],\"otherData\":{\"dropped events\":%" PRIu64 "}}\n",
                 recorder->dropped.load(std::memory_order_relaxed));
  }

 private:
  template <typename Function>
  void for_each_lane(Function function) {
    for (const Lane *lane = recorder->lanes.load(std::memory_order_acquire); lane;
         lane = lane->next) {
      function(*lane);
    }
  }

  template <typename Function>
  void for_each_event(Function function) {
    for_each_lane([&](const Lane &lane) {
      for (const Chunk *chunk = lane.first.load(std::memory_order_acquire); chunk;
           chunk = chunk->next.load(std::memory_order_acquire)) {
        const uint32_t count = chunk->count.load(std::memory_order_acquire);
        for (uint32_t index = 0; index < count; ++index) {
          function(lane, chunk->events[index]);
        }
      }
    });
  }

  double microseconds(uint64_t count) const {
    return static_cast<double>(count - recorder->start_count) * microseconds_per_count_;
  }

  void write_lane_name(const Lane &lane) {
    std::fprintf(file_,
                 ",\n{\"ph\":\"M\",\"pid\":1,\"tid\":%d,\"name\":\"thread_name\","
                 "\"args\":{\"name\":\"%s\"}}",
                 lane.id, lane.name.load(std::memory_order_relaxed));
  }

  void find_slices(const Lane &lane, const Event &event) {
    if (event.kind != EventKind::slice) {
      return;
    }
    const CommandOfSubmission key(event.submission, event.command);
    const SlicePosition slice = {lane.id, event.begin, event.end};
    const auto first = first_slices_.try_emplace(key, slice).first;
    if (slice.begin < first->second.begin) {
      first->second = slice;
    }
    const auto last = last_slices_.try_emplace(key, slice).first;
    if (slice.end > last->second.end) {
      last->second = slice;
    }
  }

  void write_event(const Lane &lane, const Event &event) {
    switch (event.kind) {
      case EventKind::slice:
        std::fprintf(file_,
                     ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f,"
                     "\"name\":\"%s\",\"args\":{\"run\":%" PRIu64
                     ",\"command\":%u,\"tile\":%u,\"size\":%" PRIu64 "}}",
                     lane.id, microseconds(event.begin),
                     microseconds(event.end) - microseconds(event.begin), event.name,
                     event.submission, event.command, event.tile_or_target, event.size);
        break;
      case EventKind::arrow:
        write_arrow(event);
        break;
      case EventKind::ready_jobs:
        std::fprintf(file_,
                     ",\n{\"ph\":\"C\",\"pid\":1,\"ts\":%.3f,\"name\":\"ready jobs\","
                     "\"args\":{\"jobs\":%" PRIu64 "}}",
                     microseconds(event.begin), event.size);
        break;
    }
  }

  void write_arrow(const Event &event) {
    const auto from = last_slices_.find({event.submission, event.command});
    const auto to = first_slices_.find({event.submission, event.tile_or_target});
    if (from == last_slices_.end() || to == first_slices_.end()) {
      return;
    }
    // An arrow belongs to the slices that enclose its ends.
    write_end_of_arrow("s", event, from->second.lane,
                       (microseconds(from->second.begin) + microseconds(from->second.end)) / 2);
    write_end_of_arrow("f", event, to->second.lane,
                       (microseconds(to->second.begin) + microseconds(to->second.end)) / 2);
    ++arrow_count_;
  }

  void write_end_of_arrow(const char *phase, const Event &event, int lane, double time) {
    std::fprintf(file_,
                 ",\n{\"ph\":\"%s\",\"bp\":\"e\",\"pid\":1,\"tid\":%d,\"ts\":%.3f,"
                 "\"id\":%" PRIu64
                 ",\"name\":\"edge\",\"cat\":\"edge\","
                 "\"args\":{\"run\":%" PRIu64 ",\"from\":%u,\"to\":%u}}",
                 phase, lane, time, arrow_count_, event.submission, event.command,
                 event.tile_or_target);
  }

  std::FILE *file_;
  double microseconds_per_count_ = 0;
  uint64_t arrow_count_ = 0;
  std::map<CommandOfSubmission, SlicePosition> first_slices_;
  std::map<CommandOfSubmission, SlicePosition> last_slices_;
};

}  // namespace

uint64_t now() {
  return __rdtsc();
}

void start() {
  static const bool started = [] {
    const std::string_view path = environment::text("MUX_TRACE");
    if (path.empty()) {
      return false;
    }
    recorder = new (std::nothrow) Recorder;
    if (recorder == nullptr) {
      return false;
    }
    recorder->path = path;
    recorder->process = getpid();
    recorder->start_count = now();
    recorder->start_nanoseconds = monotonic_time();
    detail::is_on = true;
    std::atexit(write);
    return true;
  }();
  static_cast<void>(started);
}

void write() {
  // A forked child has a copy of its parent's events, and must not write the parent's file.
  if (!on() || recorder->process != getpid()) {
    return;
  }
  const LockGuard guard(recorder->write_lock);
  std::FILE *file = std::fopen(recorder->path.c_str(), "w");
  bool written = file != nullptr;
  if (file != nullptr) {
    try {
      Writer(file).write();
    } catch (const std::bad_alloc &) {
      written = false;
    }
    // fclose() does not report errors of earlier writes.
    written = std::ferror(file) == 0 && written;
    written = std::fclose(file) == 0 && written;
  }
  if (!written) {
    log_line(core::LogLevel::error, "MUX_TRACE: the file '%.200s' could not be written",
             recorder->path.c_str());
  }
}

const char *intern_name(const char *name) {
  if (!on()) {
    return name;
  }
  try {
    // Escaped for JSON.
    std::string text;
    for (const char *character = name; *character != '\0'; ++character) {
      // Names in a program container may hold any byte; non-ASCII might be invalid UTF-8.
      if (*character == '"' || *character == '\\' || *character < ' ' || *character > '~') {
        text += '?';
      } else {
        text += *character;
      }
    }
    const LockGuard guard(recorder->names_lock);
    return recorder->names.insert(std::move(text)).first->c_str();
  } catch (const std::bad_alloc &) {
    return "a kernel";
  }
}

void name_thread(const char *name) {
  if (on()) {
    if (Lane *lane = lane_of_thread()) {
      lane->name.store(name, std::memory_order_relaxed);
    }
  }
}

void slice(const Slice &slice) {
  record({EventKind::slice, slice.command, slice.tile, slice.name, slice.begin, now(),
          slice.submission, slice.size});
}

void arrow(uint64_t submission, uint32_t from, uint32_t to) {
  record({EventKind::arrow, from, to, nullptr, 0, 0, submission, 0});
}

void ready_jobs(uint64_t count) {
  record({EventKind::ready_jobs, 0, 0, nullptr, now(), 0, 0, count});
}

}  // namespace mux::host::trace
