// Commands overlap, but take effect as if executed in the order recorded: random programs over a
// small memory with aliases, compared with an interpreter, byte for byte. Failing programs are
// reduced and printed.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <sstream>

#include "support.h"

namespace mux::test::order {

namespace {

constexpr uint64_t memory_size = stirred_size / 2;
constexpr int buffer_count = 6;
constexpr uint64_t image_width = 16;
constexpr uint64_t image_height = 8;

enum class Action {
  copy,
  fill,
  read,
  write,
  regions,
  fill_image,
  mix,
  stamp,
  stir,
  callback,
  // Between custom buffers.
  mix_custom,
  // By addresses; a copy may overlap itself.
  copy_memory,
  fill_memory,
  barrier
};
constexpr int action_count = 14;

// The part of the memory of a buffer.
struct Part {
  uint64_t offset;
  uint64_t size;
};

struct Step {
  Action action;
  // The source buffer; or, for a host pointer, the offset in the memory.
  int from = 0;
  int to = 0;
  uint64_t from_offset = 0;
  uint64_t to_offset = 0;
  uint64_t size = 0;
  MixSettings settings = {};
  // Index of an earlier step to wait for in addition, or -1.
  int wait = -1;
};

struct Program {
  std::vector<Part> buffers;
  // The offset of the image, and of the buffers from the second dispatch on.
  uint64_t image_offset;
  std::vector<Part> moved_buffers;
  std::vector<Step> steps;
  // Added to the salt of kernels from the third dispatch on.
  uint32_t salt_change;
};

using Bytes = std::vector<unsigned char>;

struct Random {
  explicit Random(uint32_t seed) : engine(seed) {}
  uint64_t below(uint64_t limit) { return engine() % limit; }
  std::mt19937 engine;
};

std::vector<Part> random_parts(Random &random, const std::vector<uint64_t> &sizes) {
  std::vector<Part> parts;
  for (const uint64_t size : sizes) {
    // Memory is bound at multiples of the buffers' alignment.
    constexpr uint64_t alignment = 128;
    parts.push_back({random.below((memory_size - size) / alignment + 1) * alignment, size});
  }
  return parts;
}

Step random_step(Random &random, const Program &program) {
  Step step;
  step.action = static_cast<Action>(random.below(action_count));
  step.from = static_cast<int>(random.below(buffer_count));
  step.to = static_cast<int>(random.below(buffer_count));
  step.settings = {static_cast<uint32_t>(random.below(256)),
                   static_cast<uint32_t>(random.below(4) == 0 ? random.below(200) : 0)};
  const uint64_t limit = std::min(program.buffers[step.from].size, program.buffers[step.to].size);
  step.size = 1 + random.below(random.below(3) == 0 ? limit : std::min<uint64_t>(limit, 40));
  step.from_offset = random.below(program.buffers[step.from].size - step.size + 1);
  step.to_offset = random.below(program.buffers[step.to].size - step.size + 1);
  if (step.action == Action::regions) {
    // Four rows of four bytes.
    step.size = 16;
    step.from_offset = random.below(program.buffers[step.from].size - 48);
    step.to_offset = random.below(program.buffers[step.to].size - 48);
  }
  if (!program.steps.empty() && random.below(5) == 0) {
    step.wait = static_cast<int>(random.below(program.steps.size()));
  }
  return step;
}

Program random_program(uint32_t seed) {
  Random random(seed);
  Program program;
  std::vector<uint64_t> sizes;
  for (int buffer = 0; buffer < buffer_count; ++buffer) {
    sizes.push_back(64 + random.below(buffer == 0 ? 900 : 200));
  }
  program.buffers = random_parts(random, sizes);
  program.moved_buffers = random_parts(random, sizes);
  program.image_offset = random.below((memory_size - image_width * image_height) / 128) * 128;
  program.salt_change = static_cast<uint32_t>(random.below(256));
  const uint64_t count = 1 + random.below(random.below(4) == 0 ? 120 : 12);
  for (uint64_t index = 0; index < count; ++index) {
    program.steps.push_back(random_step(random, program));
  }
  return program;
}

// The memory, twice the size of the buffers: host pointers are behind the buffers' part, or in it.
struct Places {
  const std::vector<Part> &buffers;
  unsigned char *memory;
  // Whether custom buffers are at their offsets from the third dispatch on.
  bool custom_buffers_moved = false;

  unsigned char *from(const Step &step) const {
    return memory + buffers[step.from].offset + step.from_offset;
  }
  unsigned char *to(const Step &step) const {
    return memory + buffers[step.to].offset + step.to_offset;
  }
  // The host pointer of a step: in the memory of the buffers or, for every other step, behind it.
  unsigned char *host(const Step &step) const {
    const uint64_t offset = (step.settings.salt * 16) % (memory_size - 1300);
    return memory + (step.settings.salt % 2 == 0 ? 0 : memory_size) + offset;
  }
  unsigned char *custom(const Step &step) const {
    const uint64_t offset = step.to_offset * 8 + (custom_buffers_moved ? 100 : 0);
    return memory + offset % memory_size;
  }
  // Its address, independent of buffers.
  unsigned char *address(const Step &step) const {
    return memory + step.to_offset * 8 % memory_size;
  }
};

// Whether two ranges overlap.
bool overlap(const unsigned char *one, const unsigned char *other, uint64_t size) {
  return one < other + size && other < one + size;
}

// Steps without a defined effect are skipped: copies onto themselves.
bool is_defined(const Step &step, const Places &places) {
  switch (step.action) {
    case Action::copy:
      return !overlap(places.from(step), places.to(step), step.size);
    case Action::read:
      return !overlap(places.from(step), places.host(step), step.size);
    case Action::write:
      return !overlap(places.host(step), places.to(step), step.size);
    case Action::regions:
      return !overlap(places.from(step), places.to(step), 48);
    default:
      return true;
  }
}

// A pattern whose size divides few others.
std::array<unsigned char, 3> pattern_of(const Step &step) {
  const auto first = static_cast<unsigned char>(step.settings.salt);
  return {first, static_cast<unsigned char>(first * 3), static_cast<unsigned char>(first + 1)};
}

void interpret(const Step &step, const Places &places, const Program &program, uint32_t salt) {
  switch (step.action) {
    case Action::copy:
      std::copy_n(places.from(step), step.size, places.to(step));
      break;
    case Action::fill:
      std::fill_n(places.to(step), step.size, static_cast<unsigned char>(step.settings.salt));
      break;
    case Action::read:
      std::copy_n(places.from(step), step.size, places.host(step));
      break;
    case Action::write:
      std::copy_n(places.host(step), step.size, places.to(step));
      break;
    case Action::regions:
      for (uint64_t row = 0; row < 4; ++row) {
        std::copy_n(places.from(step) + row * 8, 4, places.to(step) + row * 12);
      }
      break;
    case Action::fill_image:
      for (uint64_t row = step.from % 4; row < image_height; ++row) {
        std::fill_n(places.memory + program.image_offset + row * image_width, 5,
                    static_cast<unsigned char>(step.settings.salt));
      }
      break;
    case Action::mix:
      mix_bytes(places.from(step), places.to(step), step.size, salt);
      break;
    case Action::mix_custom:
      mix_bytes(places.host(step), places.custom(step), step.size, salt);
      break;
    case Action::copy_memory:
      std::memmove(places.address(step), places.host(step), step.size);
      break;
    case Action::fill_memory:
      for (uint64_t index = 0; index < step.size; ++index) {
        places.address(step)[index] = pattern_of(step)[index % pattern_of(step).size()];
      }
      break;
    case Action::barrier:
      break;
    case Action::stamp:
      for (uint64_t index = 0; index < step.size; ++index) {
        stamp_byte(places.to(step), index, salt);
      }
      break;
    case Action::stir:
      stir_bytes(places.memory, stirred_size, salt);
      break;
    case Action::callback:
      stir_bytes(places.memory, stirred_size, 1);
      break;
  }
}

// Records and dispatches programs on a device.
class Machine {
 public:
  explicit Machine(Fixture &fixture)
      : fixture_(fixture),
        mix_(fixture.kernel("mix")),
        stamp_(fixture.kernel("stamp")),
        stir_(fixture.kernel("stir")) {
    // Host memory of whole pages, for all alignments.
    memory_.reset(static_cast<unsigned char *>(std::aligned_alloc(4096, stirred_size)));
    REQUIRE(memory_);
    REQUIRE(muxCreateMemoryFromHost(fixture.device, memory_size, memory_.get(), fixture.allocator,
                                    &device_memory_) == mux_success);
    REQUIRE(muxCreateImage(fixture.device, mux_image_type_2d, mux_image_format_R8_uint, image_width,
                           image_height, 1, 0, 0, 0, fixture.allocator, &image_) == mux_success);
  }

  ~Machine() {
    muxDestroyImage(fixture_.device, image_, fixture_.allocator);
    muxFreeMemory(fixture_.device, device_memory_, fixture_.allocator);
  }
  Machine(const Machine &) = delete;
  Machine &operator=(const Machine &) = delete;

  // Whether four dispatches, with updates between them, agree with the interpreter.
  bool agrees(const Program &program) {
    start(program);
    bool same = true;
    for (int dispatch = 0; dispatch < 4 && same; ++dispatch) {
      if (dispatch == 1) {
        bind(program.moved_buffers);
      }
      const std::vector<Part> &buffers = dispatch == 0 ? program.buffers : program.moved_buffers;
      const uint32_t change = dispatch >= 2 ? program.salt_change : 0;
      if (dispatch == 2) {
        update(program, change);
      }
      const Places expected{buffers, expected_.data(), dispatch >= 2};
      for (const int index : recorded_) {
        const Step &step = program.steps[index];
        interpret(step, expected, program, step.settings.salt + change);
      }
      REQUIRE(fixture_.dispatch(*commands_, fence_) == mux_success);
      REQUIRE(muxWait(fixture_.queue, fence_) == mux_success);
      REQUIRE(muxResetFence(fence_) == mux_success);
      same = std::equal(expected_.begin(), expected_.end(), memory_.get());
    }
    finish();
    return same;
  }

 private:
  struct Free {
    void operator()(unsigned char *memory) const { std::free(memory); }
  };

  void start(const Program &program) {
    expected_.resize(stirred_size);
    for (size_t index = 0; index < expected_.size(); ++index) {
      expected_[index] = memory_[index] = static_cast<unsigned char>(index * 13 + index / 256);
    }
    for (const Part &part : program.buffers) {
      mux_buffer_t buffer = nullptr;
      REQUIRE(muxCreateBuffer(fixture_.device, part.size, fixture_.allocator, &buffer) ==
              mux_success);
      buffers_.push_back(buffer);
    }
    REQUIRE(muxBindImageMemory(fixture_.device, device_memory_, image_, program.image_offset) ==
            mux_success);
    bind(program.buffers);
    REQUIRE(muxCreateFence(fixture_.device, fixture_.allocator, &fence_) == mux_success);
    commands_ = std::make_unique<Commands>(fixture_);
    std::vector<mux_sync_point_t> sync_points(program.steps.size(), nullptr);
    const Places first{program.buffers, memory_.get()};
    const Places later{program.moved_buffers, memory_.get()};
    for (size_t index = 0; index < program.steps.size(); ++index) {
      const Step &step = program.steps[index];
      if (is_defined(step, first) && is_defined(step, later)) {
        recorded_.push_back(static_cast<int>(index));
        const mux_sync_point_t wait = step.wait < 0 ? nullptr : sync_points[step.wait];
        record(step, first, wait, &sync_points[index]);
      }
    }
    commands_->finalize();
  }

  void finish() {
    commands_.reset();
    recorded_.clear();
    muxDestroyFence(fixture_.device, fence_, fixture_.allocator);
    for (mux_buffer_t buffer : buffers_) {
      muxDestroyBuffer(fixture_.device, buffer, fixture_.allocator);
    }
    buffers_.clear();
  }

  void bind(const std::vector<Part> &parts) {
    for (size_t index = 0; index < parts.size(); ++index) {
      REQUIRE(muxBindBufferMemory(fixture_.device, device_memory_, buffers_[index],
                                  parts[index].offset) == mux_success);
    }
  }

  void record(const Step &step, const Places &places, mux_sync_point_t wait,
              mux_sync_point_t *sync_point) {
    const uint32_t waits = wait ? 1 : 0;
    const mux_sync_point_t *list = wait ? &wait : nullptr;
    mux_command_buffer_t commands = *commands_;
    mux_buffer_t from = buffers_[step.from];
    mux_buffer_t to = buffers_[step.to];
    mux_result_t result = mux_success;
    switch (step.action) {
      case Action::copy:
        result = muxCommandCopyBuffer(commands, from, step.from_offset, to, step.to_offset,
                                      step.size, waits, list, sync_point);
        break;
      case Action::fill: {
        const auto pattern = static_cast<unsigned char>(step.settings.salt);
        result = muxCommandFillBuffer(commands, to, step.to_offset, step.size, &pattern, 1, waits,
                                      list, sync_point);
        break;
      }
      case Action::read:
        result = muxCommandReadBuffer(commands, from, step.from_offset, places.host(step),
                                      step.size, waits, list, sync_point);
        break;
      case Action::write:
        result = muxCommandWriteBuffer(commands, to, step.to_offset, places.host(step), step.size,
                                       waits, list, sync_point);
        break;
      case Action::regions: {
        mux_buffer_region_info_t region = {
            {4, 4, 1}, {step.from_offset, 0, 0}, {step.to_offset, 0, 0}, {8, 32}, {12, 48}};
        result =
            muxCommandCopyBufferRegions(commands, from, to, &region, 1, waits, list, sync_point);
        break;
      }
      case Action::fill_image: {
        const uint32_t color[4] = {step.settings.salt, 0, 0, 0};
        const auto row = static_cast<uint32_t>(step.from % 4);
        result = muxCommandFillImage(commands, image_, color, sizeof color, {0, row, 0},
                                     {5, image_height - row, 1}, waits, list, sync_point);
        break;
      }
      case Action::copy_memory:
        result = muxCommandCopyMemory(commands, places.host(step), places.address(step), step.size,
                                      waits, list, sync_point);
        break;
      case Action::fill_memory:
        result =
            muxCommandFillMemory(commands, places.address(step), step.size, pattern_of(step).data(),
                                 pattern_of(step).size(), waits, list, sync_point);
        break;
      case Action::barrier:
        result = muxCommandBarrier(commands, waits, list, sync_point);
        break;
      case Action::callback:
        result = muxCommandUserCallback(
            commands,
            [](mux_queue_t, mux_command_buffer_t, void *const memory) {
              stir_bytes(static_cast<unsigned char *>(memory), stirred_size, 1);
            },
            memory_.get(), waits, list, sync_point);
        break;
      default:
        result = record_kernel(step, places, waits, list, sync_point);
        break;
    }
    INFO(muxGetLastErrorMessage());
    REQUIRE(result == mux_success);
  }

  mux_result_t record_kernel(const Step &step, const Places &places, uint32_t waits,
                             const mux_sync_point_t *list, mux_sync_point_t *sync_point) {
    std::vector<mux_descriptor_info_t> descriptors;
    mux_kernel_t kernel = stir_;
    size_t global = step.size;
    size_t local = step.size;
    unsigned char *memory = memory_.get();
    if (step.action == Action::mix) {
      kernel = mix_;
      descriptors = {describe_buffer(buffers_[step.from], step.from_offset),
                     describe_buffer(buffers_[step.to], step.to_offset)};
    } else if (step.action == Action::mix_custom) {
      kernel = mix_;
      descriptors = {describe_custom(places.host(step), step.size),
                     describe_custom(places.custom(step), step.size)};
    } else if (step.action == Action::stamp) {
      kernel = stamp_;
      local = 1 + step.settings.salt % 16;
      descriptors = {describe_buffer(buffers_[step.to], step.to_offset)};
    } else {
      global = local = 1;
      descriptors = {describe_data(&memory, sizeof memory)};
    }
    descriptors.push_back(describe_data(&step.settings, sizeof step.settings));
    const size_t offset = 0;
    mux_ndrange_options_t options = {};
    options.descriptors = descriptors.data();
    options.descriptors_length = descriptors.size();
    options.local_size[0] = local;
    options.local_size[1] = options.local_size[2] = 1;
    options.global_offset = &offset;
    options.global_size = &global;
    options.dimensions = 1;
    return muxCommandNDRange(*commands_, kernel, options, waits, list, sync_point);
  }

  // Changes the salt of all kernels, and moves the targets of custom buffers.
  void update(const Program &program, uint32_t change) {
    const Places moved{program.moved_buffers, memory_.get(), true};
    for (size_t command = 0; command < recorded_.size(); ++command) {
      const Step &step = program.steps[recorded_[command]];
      if (step.action != Action::mix && step.action != Action::stamp &&
          step.action != Action::stir && step.action != Action::mix_custom) {
        continue;
      }
      MixSettings settings = step.settings;
      settings.salt += change;
      const bool has_two = step.action == Action::mix || step.action == Action::mix_custom;
      mux_descriptor_info_t descriptors[] = {describe_data(&settings, sizeof settings),
                                             describe_custom(moved.custom(step), step.size)};
      uint64_t indices[] = {has_two ? 2U : 1U, 1};
      REQUIRE(muxUpdateDescriptors(*commands_, static_cast<mux_command_id_t>(command),
                                   step.action == Action::mix_custom ? 2 : 1, indices,
                                   descriptors) == mux_success);
    }
  }

  Fixture &fixture_;
  mux_kernel_t mix_;
  mux_kernel_t stamp_;
  mux_kernel_t stir_;
  std::unique_ptr<unsigned char[], Free> memory_;
  mux_memory_t device_memory_ = nullptr;
  mux_image_t image_ = nullptr;
  std::vector<mux_buffer_t> buffers_;
  mux_fence_t fence_ = nullptr;
  std::unique_ptr<Commands> commands_;
  // The steps that were recorded, as commands.
  std::vector<int> recorded_;
  Bytes expected_;
};

// Removes a step, and adjusts the waits of later ones.
Program without(const Program &program, size_t removed) {
  Program shorter = program;
  shorter.steps.erase(shorter.steps.begin() + static_cast<std::ptrdiff_t>(removed));
  for (Step &step : shorter.steps) {
    if (step.wait >= static_cast<int>(removed)) {
      step.wait = step.wait == static_cast<int>(removed) ? -1 : step.wait - 1;
    }
  }
  return shorter;
}

// Repeats, since failures may be intermittent.
bool fails(Machine &machine, const Program &program) {
  for (int attempt = 0; attempt < 50; ++attempt) {
    if (!machine.agrees(program)) {
      return true;
    }
  }
  return false;
}

Program shrink(Machine &machine, Program program) {
  for (size_t index = program.steps.size(); index-- > 0;) {
    const Program shorter = without(program, index);
    if (fails(machine, shorter)) {
      program = shorter;
    }
  }
  return program;
}

std::string describe(const Program &program) {
  static const char *const names[] = {
      "copy",  "fill", "read",     "write",      "regions",     "fill image",  "mix",
      "stamp", "stir", "callback", "mix custom", "copy memory", "fill memory", "barrier"};
  std::ostringstream text;
  for (size_t index = 0; index < program.buffers.size(); ++index) {
    text << "buffer " << index << ": " << program.buffers[index].size << " bytes at "
         << program.buffers[index].offset << ", then at " << program.moved_buffers[index].offset
         << "\n";
  }
  text << "image at " << program.image_offset << "\n";
  for (const Step &step : program.steps) {
    text << names[static_cast<int>(step.action)] << " from " << step.from << "+" << step.from_offset
         << " to " << step.to << "+" << step.to_offset << " size " << step.size << " salt "
         << step.settings.salt << " delay " << step.settings.delay << " waits for " << step.wait
         << "\n";
  }
  return text.str();
}

void run_random_programs(int count) {
  const char *fixed = std::getenv("MUX_TEST_SEED");
  const uint32_t seed =
      fixed ? static_cast<uint32_t>(std::strtoul(fixed, nullptr, 10)) : std::random_device{}();
  Fixture fixture;
  Machine machine(fixture);
  for (int index = 0; index < count; ++index) {
    const Program program = random_program(seed + static_cast<uint32_t>(index));
    if (!machine.agrees(program)) {
      const Program shortest = shrink(machine, program);
      FAIL("MUX_TEST_SEED=" << seed + static_cast<uint32_t>(index) << ":\n" << describe(shortest));
    }
  }
}

}  // namespace

TEST_CASE("Schedule: random programs take effect as if in order") {
  run_random_programs(400);
}

TEST_CASE("Schedule: thousands of random programs take effect as if in order", "[slow]") {
  run_random_programs(10'000);
}

TEST_CASE("Schedule: kernels with custom buffers of their own overlap") {
  if (compute_units() < 2) {
    return;
  }
  // The first kernel ends only after the second has begun; this thread helps.
  Fixture fixture;
  unsigned char memory[64] = {};
  Meeting meeting;
  meeting.wanted = 2;
  Meeting *address = &meeting;
  Commands commands(fixture);
  commands
      .run(fixture.kernel("meet_in"), {describe_custom(memory, 32), describe_data(&address, 8)}, 1,
           1)
      .run(fixture.kernel("meet_in"),
           {describe_custom(memory + 32, 32), describe_data(&address, 8)}, 1, 1)
      .finalize();
  mux_fence_t fence = fixture.fence();
  REQUIRE(fixture.dispatch(commands, fence) == mux_success);
  CHECK(muxWait(fixture.queue, fence) == mux_success);
  CHECK(meeting.met == 2);
}

TEST_CASE("Schedule: a custom buffer may have any size") {
  // A buffer whose size extends to or beyond the end of the address space is ordered with accesses
  // in it.
  for (const size_t size : {SIZE_MAX, SIZE_MAX / 2, size_t{64}}) {
    Fixture fixture;
    std::vector<unsigned char> memory(256, 1);
    const MixSettings first = {3, 20'000};
    const MixSettings second = {5, 0};
    Commands commands(fixture);
    commands
        .run(fixture.kernel("mix"),
             {describe_custom(&memory[128], size), describe_custom(&memory[64], size),
              describe_data(&first, sizeof first)},
             64, 64)
        .run(fixture.kernel("mix"),
             {describe_custom(&memory[64], 64), describe_custom(&memory[192], 64),
              describe_data(&second, sizeof second)},
             64, 64)
        .finalize();
    mux_fence_t fence = fixture.fence();
    REQUIRE(fixture.dispatch(commands, fence) == mux_success);
    REQUIRE(muxWait(fixture.queue, fence) == mux_success);
    std::vector<unsigned char> expected(256, 1);
    mix_bytes(&expected[128], &expected[64], 64, first.salt);
    mix_bytes(&expected[64], &expected[192], 64, second.salt);
    CHECK(memory == expected);
  }
}

}  // namespace mux::test::order
