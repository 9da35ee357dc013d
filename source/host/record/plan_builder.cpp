#include "host/record/plan_builder.h"

#include <algorithm>
#include <limits>
#include <new>

#include "host/record/accesses.h"
#include "host/record/dependences.h"
#include "host/record/group_tiles.h"
#include "host/record/kernel_arguments.h"
#include "host/record/plan_queries.h"
#include "host/record/tuning.h"
#include "host/schedule/trace.h"
#include "host/schedule/tuning.h"
#include "host/specialize/argument_history.h"
#include "host/support/divide_up.h"

namespace mux::host {
namespace {

/// Leaves room for claims beyond the last tile, which are counted too.
constexpr uint64_t max_tiles = std::numeric_limits<uint32_t>::max() / 2;

/// Size and number of tiles of about `size`, for a total size.
struct Cut {
  Cut(uint64_t total, uint64_t size)
      : size(std::max({size, divide_up(total, max_tiles), uint64_t{1}})),
        count(static_cast<uint32_t>(std::max(divide_up(total, this->size), uint64_t{1}))) {}

  uint64_t size;
  uint32_t count;
};

/// Avoids overflow for memory that ends with the last address.
bool overlap(const std::byte *one, const std::byte *other, uint64_t size) {
  const auto first = reinterpret_cast<uintptr_t>(one);
  const auto second = reinterpret_cast<uintptr_t>(other);
  return (first < second ? second - first : first - second) < size;
}

bool build_copy(const CopyRecord &record, Command &command, Arena &arena) {
  std::byte *destination = record.destination.resolve();
  const std::byte *source = record.source.resolve();
  const bool split =
      record.size >= tuning::transfer_split_bytes && !overlap(destination, source, record.size);
  const Cut cut(record.size, split ? tuning::transfer_tile_bytes : record.size);
  command.tile_count = cut.count;
  command.copy = arena.copy(CopyWork{destination, source, record.size, cut.size,
                                     split && record.size >= tuning::streamed_copy_bytes});
  return command.copy != nullptr;
}

bool build_fill(const FillRecord &record, Command &command, Arena &arena) {
  uint64_t tile_bytes = record.size;
  if (record.size >= tuning::transfer_split_bytes) {
    // Tiles are multiples of the pattern.
    tile_bytes = divide_up(tuning::transfer_tile_bytes, record.pattern_size) * record.pattern_size;
  }
  const uint64_t patterns = divide_up(record.size, record.pattern_size);
  const Cut cut(patterns, divide_up(tile_bytes, record.pattern_size));
  command.tile_count = cut.count;
  // The pattern is repeated once here, so that a small fill is one copy. Single bytes are filled
  // with memset().
  const uint64_t repeats =
      record.pattern_size == 1
          ? 1
          : std::max(tuning::fill_block_bytes / record.pattern_size, uint64_t{1});
  const uint64_t block_size = repeats * record.pattern_size;
  auto *block = arena.allocate_array<std::byte>(block_size);
  if (block == nullptr) {
    return false;
  }
  for (uint64_t filled = 0; filled < block_size; filled += record.pattern_size) {
    std::memcpy(block + filled, record.pattern, record.pattern_size);
  }
  command.fill = arena.copy(FillWork{record.destination.resolve(), record.size,
                                     cut.size * record.pattern_size, block, block_size});
  return command.fill != nullptr;
}

/// @param unit divides the size of pieces of a row.
RegionWork build_region(const mux_buffer_region_info_t &info, std::byte *destination,
                        const std::byte *source, bool split, uint64_t unit) {
  RegionWork region{};
  region.destination = destination + offset_of(info.dst_origin, info.dst_desc);
  region.source = source + offset_of(info.src_origin, info.src_desc);
  region.row_bytes = info.region.x;
  region.rows = info.region.y;
  region.slices = info.region.z;
  region.destination_row_pitch = info.dst_desc.x;
  region.destination_slice_pitch = info.dst_desc.y;
  region.source_row_pitch = info.src_desc.x;
  region.source_slice_pitch = info.src_desc.y;
  // Rows that are contiguous on both sides are merged, and slices likewise.
  if (region.rows == 1 || (region.row_bytes == region.destination_row_pitch &&
                           region.row_bytes == region.source_row_pitch)) {
    region.row_bytes *= region.rows;
    region.rows = region.slices;
    region.slices = 1;
    region.destination_row_pitch = region.destination_slice_pitch;
    region.source_row_pitch = region.source_slice_pitch;
    if (region.row_bytes == region.destination_row_pitch &&
        region.row_bytes == region.source_row_pitch) {
      region.row_bytes *= region.rows;
      region.rows = 1;
    }
  }
  region.piece_bytes = split ? std::min(region.row_bytes, tuning::transfer_tile_bytes / unit * unit)
                             : region.row_bytes;
  region.pieces = divide_up(region.row_bytes, region.piece_bytes);
  return region;
}

/// Divides regions into tiles. Returns false if an allocation fails.
bool cut_regions(const mux_buffer_region_info_t *infos, uint64_t count, std::byte *destination,
                 const std::byte *source, uint64_t unit, RegionsWork &work, Command &command,
                 Arena &arena) {
  auto *regions = arena.allocate_array<RegionWork>(count);
  if (regions == nullptr) {
    return false;
  }
  uint64_t bytes = 0;
  for (uint64_t index = 0; index < count; ++index) {
    const mux_extent_3d_t &extent = infos[index].region;
    bytes += extent.x * extent.y * extent.z;
  }
  const bool split = bytes >= tuning::transfer_split_bytes;
  uint64_t pieces = 0;
  for (uint64_t index = 0; index < count; ++index) {
    regions[index] = build_region(infos[index], destination, source, split, unit);
    regions[index].first_piece = pieces;
    pieces += regions[index].pieces * regions[index].rows * regions[index].slices;
  }
  const uint64_t bytes_per_piece = std::max<uint64_t>(bytes / pieces, 1);
  const Cut cut(pieces, split ? tuning::transfer_tile_bytes / bytes_per_piece : pieces);
  work = {regions, count, pieces, cut.size};
  command.tile_count = cut.count;
  return true;
}

bool build_regions(const RegionsRecord &record, Command &command, Arena &arena) {
  auto *work = arena.allocate_array<RegionsWork>(1);
  command.regions = work;
  return work != nullptr &&
         cut_regions(record.regions, record.region_count, record.destination.resolve(),
                     record.source.resolve(), 1, *work, command, arena);
}

bool build_fill_image(const FillImageRecord &record, Command &command, Arena &arena) {
  std::byte *destination = record.destination.resolve();
  const mux_buffer_region_info_t box = {
      record.box, {0, 0, 0}, {0, 0, 0}, record.pitches, record.pitches};
  FillImageWork work{{}, record.pixel, record.pixel_size};
  if (!cut_regions(&box, 1, destination, destination, record.pixel_size, work.boxes, command,
                   arena)) {
    return false;
  }
  command.fill_image = arena.copy(work);
  return command.fill_image != nullptr;
}

Cut cut_groups(const NdRangeRecord &record, uint32_t compute_units) {
  return {record.group_count, groups_of_tile(record, compute_units)};
}

/// Returns the number of lanes for the tiles of a command.
uint32_t lanes_for(uint32_t tile_count, uint32_t compute_units) {
  const uint32_t most = std::min(compute_units, tuning::max_lanes);
  // At least two tiles for each lane, so that a worker that has finished its own finds tiles in
  // others.
  return tile_count < 2 * most ? 1 : most;
}

/// Sets everything but the addresses of arguments and images. Returns the number of tiles.
uint32_t fill_nd_range(const NdRangeRecord &record, uint32_t compute_units, NdRangeWork &work) {
  const Cut cut = cut_groups(record, compute_units);
  work.function = record.function;
  work.variant = record.variant;
  work.range = static_cast<const compiler::NdRange &>(record.range);
  work.group_count = record.group_count;
  work.groups_per_tile = cut.size;
  work.scratch_size = record.scratch_size;
  work.stack_size = compiler::stack_use_limit(*record.kernel) + compiler::runtime_stack_use_limit;
  work.kernel_name = trace::intern_name(record.kernel->name.c_str());
  work.prints = record.kernel->prints;
  pack_arguments(*record.kernel, record.descriptors, work.arguments, work.images);
  return cut.count;
}

/// Builds the graph of a plan that no other thread sees.
class PlanBuilder {
 public:
  PlanBuilder(Plan &plan, uint32_t compute_units)
      : graph_(plan.graph()), arena_(plan.arena()), compute_units_(compute_units) {}

  /// Each returns false if an allocation fails.
  bool build_commands(const Array<RecordedCommand> &recorded, uint32_t join_count);
  bool build_edges(const Dependences &dependences);
  bool copy_commands(const Plan::Graph &original, const Array<RecordedCommand> &recorded);

 private:
  bool build_completions(const Array<RecordedCommand> &recorded);
  bool build_nd_range(const NdRangeRecord &record, Command &command);
  void divide_into_lanes();

  Plan::Graph &graph_;
  Arena &arena_;
  uint32_t compute_units_;
};

bool PlanBuilder::build_commands(const Array<RecordedCommand> &recorded, uint32_t join_count) {
  graph_.command_count = static_cast<uint32_t>(recorded.size()) + join_count;
  graph_.commands = arena_.allocate_array<Command>(graph_.command_count);
  if (graph_.commands == nullptr) {
    return false;
  }
  PlanQueries queries;
  for (uint32_t index = recorded.size(); index < graph_.command_count; ++index) {
    graph_.commands[index] = {};
    graph_.commands[index].kind = CommandKind::nothing;
    graph_.commands[index].tile_count = 1;
  }
  for (uint32_t index = 0; index < recorded.size(); ++index) {
    const RecordedCommand &record = recorded[index];
    Command &command = graph_.commands[index];
    command = {};
    command.kind = record.kind;
    command.tile_count = 1;
    bool built = true;
    switch (record.kind) {
      case CommandKind::nothing:
      case CommandKind::barrier:
        break;
      case CommandKind::copy:
        built = build_copy(*record.copy, command, arena_);
        break;
      case CommandKind::copy_regions:
        built = build_regions(*record.regions, command, arena_);
        break;
      case CommandKind::fill:
        built = build_fill(*record.fill, command, arena_);
        break;
      case CommandKind::fill_image:
        built = build_fill_image(*record.fill_image, command, arena_);
        break;
      case CommandKind::nd_range:
        built = build_nd_range(*record.nd_range, command);
        break;
      case CommandKind::user_callback:
        command.user_callback = arena_.copy(
            UserCallbackWork{record.user_callback->function, record.user_callback->user_data});
        built = command.user_callback != nullptr;
        break;
      case CommandKind::begin_query:
      case CommandKind::end_query:
      case CommandKind::reset_query_pool:
        command.query = record.query;
        break;
    }
    if (!built || !queries.follow(record, command, arena_)) {
      return false;
    }
  }
  divide_into_lanes();
  graph_.query_state_count = queries.state_count();
  if (!build_completions(recorded)) {
    return false;
  }
  graph_.measures = queries.measures();
  return true;
}

bool PlanBuilder::build_completions(const Array<RecordedCommand> &recorded) {
  for (uint32_t index = 0; index < recorded.size(); ++index) {
    if (recorded[index].completion != nullptr) {
      Command &command = graph_.commands[index];
      command.completion = arena_.copy(*recorded[index].completion);
      command.start_state = graph_.query_state_count++;
      graph_.has_completion_hooks = true;
      if (command.completion == nullptr) {
        return false;
      }
    }
  }
  return true;
}

bool PlanBuilder::build_nd_range(const NdRangeRecord &record, Command &command) {
  if (record.group_count == 0) {
    command.kind = CommandKind::nothing;
    return true;
  }
  auto *work = arena_.allocate_array<NdRangeWork>(1);
  const uint64_t argument_bytes = padded_size(record.kernel->packed_size);
  void *arguments =
      arena_.allocate(std::max<size_t>(argument_bytes, 1), compiler::packed_argument_alignment);
  const size_t image_count = count_images(*record.kernel);
  auto *images =
      image_count == 0 ? nullptr : arena_.allocate_array<compiler::ImageView>(image_count);
  if (work == nullptr || arguments == nullptr || (image_count != 0 && images == nullptr)) {
    return false;
  }
  work->arguments = static_cast<std::byte *>(arguments);
  // Padding is zeroed, so that packed arguments are deterministic.
  std::fill_n(work->arguments, argument_bytes, std::byte{0});
  work->images = images;
  command.tile_count = fill_nd_range(record, compute_units_, *work);
  graph_.scratch_size = std::max(graph_.scratch_size, record.scratch_size);
  graph_.prints |= record.kernel->prints;
  command.nd_range = work;
  return true;
}

bool PlanBuilder::copy_commands(const Plan::Graph &original,
                                const Array<RecordedCommand> &recorded) {
  graph_ = original;
  graph_.commands = arena_.copy_array(original.commands, original.command_count);
  if (graph_.commands == nullptr) {
    return false;
  }
  for (uint32_t index = 0; index < recorded.size(); ++index) {
    if (graph_.commands[index].kind == CommandKind::nd_range &&
        !build_nd_range(*recorded[index].nd_range, graph_.commands[index])) {
      return false;
    }
  }
  return true;
}

void PlanBuilder::divide_into_lanes() {
  for (uint32_t index = 0; index < graph_.command_count; ++index) {
    Command &command = graph_.commands[index];
    command.lane_count = lanes_for(command.tile_count, compute_units_);
    if (command.lane_count > 1) {
      command.first_lane = graph_.lane_count;
      graph_.lane_count += command.lane_count;
    }
  }
}

bool PlanBuilder::build_edges(const Dependences &dependences) {
  const size_t edge_count = dependences.edges().size();
  graph_.successors = arena_.allocate_array<uint32_t>(edge_count);
  graph_.pending = arena_.allocate_array<uint32_t>(graph_.command_count);
  graph_.roots = arena_.allocate_array<uint32_t>(graph_.command_count);
  if (edge_count > UINT32_MAX || graph_.successors == nullptr || graph_.pending == nullptr ||
      graph_.roots == nullptr) {
    return false;
  }
  std::fill_n(graph_.pending, graph_.command_count, 0U);
  for (const Dependences::Edge &edge : dependences.edges()) {
    ++graph_.commands[edge.from].last_successor;
    ++graph_.pending[edge.to];
  }
  uint32_t next = 0;
  for (uint32_t index = 0; index < graph_.command_count; ++index) {
    const uint32_t count = graph_.commands[index].last_successor;
    graph_.commands[index].first_successor = graph_.commands[index].last_successor = next;
    next += count;
    if (graph_.pending[index] == 0) {
      graph_.roots[graph_.root_count++] = index;
    }
  }
  for (const Dependences::Edge &edge : dependences.edges()) {
    graph_.successors[graph_.commands[edge.from].last_successor++] = edge.to;
  }
  return true;
}

}  // namespace

Plan *build_plan(const Array<RecordedCommand> &recorded, uint32_t compute_units, uint64_t bindings,
                 const Allocator &allocator) {
  Plan *plan = allocator.create<Plan>(allocator, bindings, nullptr);
  bool built = false;
  try {
    if (plan != nullptr) {
      Dependences dependences(static_cast<uint32_t>(recorded.size()), allocator);
      for (const RecordedCommand &command : recorded) {
        describe_accesses(command, dependences);
      }
      PlanBuilder builder(*plan, compute_units);
      built = builder.build_commands(recorded, dependences.join_count()) &&
              builder.build_edges(dependences);
    }
  } catch (const std::bad_alloc &) {
    built = false;
  }
  if (plan != nullptr && !built) {
    plan->release();
    return nullptr;
  }
  return plan;
}

Plan *copy_plan(Plan &plan, const Array<RecordedCommand> &recorded, uint32_t compute_units) {
  Plan *origin = plan.origin() != nullptr ? plan.origin() : &plan;
  Plan *copy = plan.allocator().create<Plan>(plan.allocator(), plan.bindings(), origin);
  if (copy != nullptr &&
      !PlanBuilder(*copy, compute_units).copy_commands(origin->graph(), recorded)) {
    copy->release();
    return nullptr;
  }
  return copy;
}

bool can_update_plan(const Plan &plan, uint32_t index, const NdRangeRecord &record,
                     uint32_t compute_units) {
  const Command &command = plan.command(index);
  const bool works = command.kind == CommandKind::nd_range;
  return works == (record.group_count != 0) &&
         (!works ||
          lanes_for(cut_groups(record, compute_units).count, compute_units) == command.lane_count);
}

void update_plan(Plan &plan, uint32_t index, const NdRangeRecord &record, uint32_t compute_units) {
  Plan::Graph &graph = plan.graph();
  // An ND-range without work-items has no packed arguments.
  if (graph.commands[index].kind == CommandKind::nd_range) {
    Command &command = graph.commands[index];
    command.tile_count = fill_nd_range(record, compute_units, *command.nd_range);
    graph.scratch_size = std::max(graph.scratch_size, record.scratch_size);
  }
}

}  // namespace mux::host
