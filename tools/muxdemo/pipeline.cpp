#include "muxdemo/pipeline.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "muxdemo/kernel_source.h"
#include "muxdemo/look.h"

namespace mux::demo {

namespace {

using Clock = std::chrono::steady_clock;

// Work-group sizes: part of a row for kernels that access rows, a block for kernels that access
// columns.
constexpr size_t row_width = 256;
constexpr size_t block_width = 64;
constexpr size_t block_height = 8;

const std::string kernel_names[] = {"luminance", "blur_rows", "blur_columns", "gradient",
                                    "tone_map"};

Compilation compile(Timings &timings) {
  const Clock::time_point start = Clock::now();
  Compilation compilation(kernel_source(), "-cl-std=CL3.0", "photo.cl");
  timings.compile = Clock::now() - start;
  return compilation;
}

// The kernels, compiled and loaded.
class Kernels {
 public:
  Kernels(const Device &device, Timings &timings)
      : compilation_(compile(timings)),
        start_(Clock::now()),
        executable_(device, compilation_.binary()),
        kernels_(make_kernels(executable_, kernel_names)) {
    timings.load = Clock::now() - start_;
  }

 private:
  Compilation compilation_;
  Clock::time_point start_;
  Executable executable_;
  std::vector<Kernel> kernels_;

 public:
  const Kernel &luminance = kernels_[0];
  const Kernel &blur_rows = kernels_[1];
  const Kernel &blur_columns = kernels_[2];
  const Kernel &gradient = kernels_[3];
  const Kernel &tone_map = kernels_[4];
};

struct Buffers {
  Buffers(const Device &device, size_t pixels, std::span<const float> blur_weights)
      : picture(device, pixels * 4),
        luminance(device, pixels * sizeof(float)),
        blurred_rows(device, pixels * sizeof(float)),
        blurred(device, pixels * sizeof(float)),
        gradient(device, pixels * sizeof(float)),
        developed(device, pixels * 4),
        weights(device, blur_weights.size_bytes()) {
    weights.write(blur_weights);
  }

  Buffer picture, luminance, blurred_rows, blurred, gradient, developed, weights;
};

// Records commands, each followed by a callback that records its end time.
class Recorder {
 public:
  Recorder(CommandBuffer &commands, size_t stages) : commands_(commands) {
    // No reallocation: the callbacks point to the elements.
    ends_.reserve(stages);
  }
  Recorder(const Recorder &) = delete;
  Recorder &operator=(const Recorder &) = delete;

  void end_stage(const char *name) {
    names_.push_back(name);
    commands_.callback(
        [](mux_queue_t, mux_command_buffer_t, void *user_data) {
          *static_cast<Clock::time_point *>(user_data) = Clock::now();
        },
        &ends_.emplace_back());
  }

  std::vector<StageTime> times(Clock::time_point start) const {
    std::vector<StageTime> times;
    times.reserve(ends_.size());
    for (size_t stage = 0; stage < ends_.size(); ++stage) {
      times.push_back({names_[stage], ends_[stage] - (stage == 0 ? start : ends_[stage - 1])});
    }
    return times;
  }

 private:
  CommandBuffer &commands_;
  std::vector<const char *> names_;
  std::vector<Clock::time_point> ends_;
};

constexpr size_t stage_count = 7;

void record(CommandBuffer &commands, Recorder &recorder, const Kernels &kernels,
            const Buffers &buffers, const Picture &picture, Picture &developed) {
  const NdRange rows({picture.width, picture.height}, {row_width, 1});
  const NdRange blocks({picture.width, picture.height}, {block_width, block_height});
  const size_t row_tile = (row_width + 2 * blur_radius) * sizeof(float);
  const size_t block_tile = block_width * (block_height + 2 * blur_radius) * sizeof(float);

  commands.write(buffers.picture, 0, picture.rgba.data(), picture.rgba.size());
  recorder.end_stage("write the picture");
  commands.nd_range(kernels.luminance, {argument(buffers.picture), argument(buffers.luminance)},
                    rows);
  recorder.end_stage("luminance");
  commands.nd_range(kernels.blur_rows,
                    {argument(buffers.luminance), argument(buffers.blurred_rows),
                     argument(buffers.weights), argument(blur_radius), local_argument(row_tile)},
                    rows);
  recorder.end_stage("blur rows");
  commands.nd_range(kernels.blur_columns,
                    {argument(buffers.blurred_rows), argument(buffers.blurred),
                     argument(buffers.weights), argument(blur_radius), local_argument(block_tile)},
                    blocks);
  recorder.end_stage("blur columns");
  commands.nd_range(kernels.gradient, {argument(buffers.blurred), argument(buffers.gradient)},
                    rows);
  recorder.end_stage("gradient");
  commands.nd_range(
      kernels.tone_map,
      {argument(buffers.picture), argument(buffers.luminance), argument(buffers.blurred),
       argument(buffers.gradient), argument(buffers.developed), argument(Look())},
      rows);
  recorder.end_stage("tone map");
  commands.read(buffers.developed, 0, developed.rgba.data(), developed.rgba.size());
  recorder.end_stage("read the result");
  commands.finalize();
}

std::vector<float> read_plane(const Buffer &buffer) {
  std::vector<float> plane(buffer.size() / sizeof(float));
  buffer.read(std::span(plane));
  return plane;
}

}  // namespace

Developed develop(const Device &device, const Picture &picture, unsigned repeat,
                  const std::function<void(unsigned)> &before_run, Timings &timings) {
  const Kernels kernels(device, timings);
  const std::vector<float> weights = blur_weights();
  const Buffers buffers(device, picture.pixels(), weights);
  Developed result;
  result.picture = make_picture(picture.width, picture.height);
  CommandBuffer commands(device);
  Recorder recorder(commands, stage_count);
  record(commands, recorder, kernels, buffers, picture, result.picture);

  const Queue queue = device.queue();
  for (unsigned run = 0; run < std::max(repeat, 1u); ++run) {
    before_run(run);
    const Clock::time_point start = Clock::now();
    queue.run(commands);
    const std::chrono::nanoseconds whole = Clock::now() - start;
    if (run == 0 || whole < timings.whole) {
      timings.whole = whole;
      timings.stages = recorder.times(start);
    }
  }
  result.luminance = read_plane(buffers.luminance);
  result.blurred = read_plane(buffers.blurred);
  result.gradient = read_plane(buffers.gradient);
  return result;
}

}  // namespace mux::demo
